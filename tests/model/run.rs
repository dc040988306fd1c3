//! Plays a sequence to the library and to the model, and holds one against the
//! other after each event.

use robots::access::{AccessResult, AfterOutage, Decision, Policy};
use robots::cache::{Cache, Hit, Lookup, Next, Ticket};
use robots::origin::Origin;

use crate::attempt::{Offer, Reaction};
use crate::cached::{Model, ORIGINS, Perhaps, Turn, robots_url};
use crate::events::{Event, Sequence, Step};
use crate::http::parse_date;
use crate::known::Body;
use crate::observe::{agreeing, false_allow};
use crate::rules::{Answers, CRAWLERS, PATHS, all, answers, body, fits};
use crate::saved::Saved;
use crate::{After, BUDGET, Choices, LEASE, START};

/// What the library does and the model does not, or the other way round.
pub type Difference = String;

pub struct Run {
    /// Answers that were held against the model.
    pub answers: u64,
    /// What happened, if it is to be told.
    pub story: Option<Vec<String>>,
    pub cache: Cache,
    pub tickets: Vec<Ticket>,
    pub saved: Vec<Saved>,
    pub model: Model,
    pub now: u64,
    spelling: usize,
    pub others: usize,
    told: [String; ORIGINS.len()],
}

pub fn cache(choices: &Choices) -> Cache {
    let mut policy = Policy::new();
    match choices.after {
        After::Default => {}
        After::Open => policy.after_outage = AfterOutage::AllowAll,
        After::Refuse => policy.after_outage = AfterOutage::RefuseAll,
        After::Keep => policy.after_outage = AfterOutage::LastCopyOrRefuse,
    }
    policy.forbidden_is_disallow = choices.forbid;
    policy.five_xx_means_missing = choices.five;
    policy.shared_cache = choices.shared;
    policy.max_redirects = choices.hops as u8;
    let builder = CRAWLERS
        .iter()
        .fold(Cache::builder(BUDGET), |builder, crawler| {
            builder.agents(crawler)
        });
    let lease = LEASE as u32;
    builder
        .policy(policy)
        .lease(lease)
        .build()
        .expect("product tokens")
}

pub fn origin(number: usize) -> Origin {
    Origin::parse(ORIGINS[number]).expect("an origin")
}

/// A URL of an origin in one of several spellings.
fn spelled(origin: usize, spelling: usize, path: &str) -> String {
    let (scheme, host) = ORIGINS[origin].split_once("://").expect("an origin");
    match spelling % 4 {
        0 => format!("{scheme}://{host}{path}"),
        1 => format!(
            "{}://{}{path}#top",
            scheme.to_uppercase(),
            host.to_uppercase()
        ),
        2 => format!("{scheme}://{}{path}", host.replace("example", "example.")),
        _ => format!(" {scheme}://user@{host}{path}"),
    }
}

impl Run {
    pub fn new(choices: &Choices, story: bool) -> Run {
        Run {
            answers: 0,
            story: story.then(Vec::new),
            cache: cache(choices),
            tickets: Vec::new(),
            saved: Vec::new(),
            model: Model::new(*choices),
            now: START,
            spelling: 0,
            others: 0,
            told: Default::default(),
        }
    }

    pub fn play(&mut self, sequence: &Sequence) -> Result<(), Difference> {
        for event in &sequence.events {
            self.tell(|run| format!("{:+} s  {event}", run.now as i64 - START as i64));
            self.happen(event)?;
            self.compare()?;
        }
        Ok(())
    }

    fn tell(&mut self, line: impl FnOnce(&Run) -> String) {
        if self.story.is_some() {
            let line = line(self);
            self.story.get_or_insert_default().push(line);
        }
    }

    fn happen(&mut self, event: &Event) -> Result<(), Difference> {
        match event {
            Event::Clock(step) => self.now = self.now.saturating_add_signed(*step),
            Event::Ask {
                origin,
                spelling,
                refresh,
            } => {
                self.ask(*origin, *spelling, *refresh)?;
            }
            Event::Back { slot, step } if !self.tickets.is_empty() => {
                self.step(slot % self.tickets.len(), step)?;
            }
            Event::Finish { slot, body } if !self.tickets.is_empty() => {
                self.finish(slot % self.tickets.len(), *body)?;
            }
            Event::Drop { slot } if !self.tickets.is_empty() => {
                let slot = slot % self.tickets.len();
                drop(self.tickets.remove(slot));
                self.model.drop_ticket(slot);
            }
            Event::Back { .. } | Event::Finish { .. } | Event::Drop { .. } => {}
            Event::Attempt {
                origin,
                refresh,
                between,
                steps,
                body,
                times,
                every,
            } => {
                for time in 0..*times {
                    if time > 0 {
                        self.compare()?;
                        self.now += every;
                        self.compare()?;
                    }
                    if self.ask(*origin, 0, *refresh)? {
                        let slot = self.tickets.len() - 1;
                        if let Some(event) = between {
                            self.happen(event)?;
                            self.compare()?;
                        }
                        for step in steps {
                            self.step(slot, step)?;
                        }
                        self.finish(slot, *body)?;
                    }
                }
            }
            Event::Remove { origin: number } => {
                let was_known = self.cache.remove(&origin(*number));
                if !self.model.remove(*number, was_known) {
                    return Err(format!("remove says {was_known}"));
                }
            }
            Event::Save => self.save(),
            Event::Import {
                saved,
                origin,
                named,
            } => self.import(*saved, *origin, *named)?,
            Event::Peer {
                origin,
                shift,
                step,
                body,
            } => self.import_from_peer(*origin, *shift, step, *body)?,
            Event::Restore { saved, anew } => {
                let anew = anew.then_some(self.model.choices);
                self.restore(*saved, anew)?;
            }
            Event::Restart(choices) => {
                self.save();
                self.restore(self.saved.len() - 1, Some(*choices))?;
            }
            Event::Flood { origin, step, body } => {
                self.visit_others();
                if self.ask(*origin, 0, true)? {
                    let slot = self.tickets.len() - 1;
                    self.step(slot, step)?;
                    self.finish(slot, *body)?;
                }
                self.visit_others();
            }
        }
        Ok(())
    }

    /// A look-up or a refresh. True if that gave a ticket.
    pub fn ask(
        &mut self,
        number: usize,
        spelling: usize,
        refresh: bool,
    ) -> Result<bool, Difference> {
        if refresh {
            let ticket = self.cache.refresh(&origin(number), self.now);
            if self.model.may_refresh(number, self.now) != ticket.is_some() {
                return Err(format!("refresh gives a ticket: {}", ticket.is_some()));
            }
            return Ok(self.take(number, ticket));
        }
        let turns = self.model.turns(number, self.now);
        let found = self.cache.get_url(spelled(number, spelling, "/"), self.now);
        let found = found.map_err(|error| error.to_string())?;
        let turn = match &found {
            Lookup::Hit(_) => Turn::Hit,
            Lookup::Fetch(_) => Turn::Fetch,
            Lookup::Wait(wait) => Turn::Wait(wait.until),
        };
        agree(&turns, &turn)?;
        match found {
            Lookup::Hit(hit) => {
                self.look(number, &hit, &self.model.known[number])?;
                Ok(false)
            }
            Lookup::Fetch(ticket) => Ok(self.take(number, Some(ticket))),
            Lookup::Wait(_) => Ok(false),
        }
    }

    fn take(&mut self, number: usize, ticket: Option<Box<Ticket>>) -> bool {
        let Some(ticket) = ticket else {
            return false;
        };
        self.tickets.push(*ticket);
        self.model.grant(number, self.now);
        self.tell(|run| format!("      -> ticket {}", run.tickets.len() - 1));
        true
    }

    /// Something comes back for a ticket, unless its attempt is at its end.
    pub fn step(&mut self, slot: usize, step: &Step) -> Result<(), Difference> {
        let attempt = &self.model.tickets[slot].attempt;
        let again = attempt.followed && matches!(step, Step::Followed(..));
        if again || attempt.ended.is_some() {
            return Ok(());
        }
        let choices = self.model.choices;
        let ticket = &mut self.tickets[slot];
        let offered = ticket.validators();
        let etag = offered
            .if_none_match()
            .map(|tag| String::from_utf8_lossy(tag).into_owned());
        let modified = offered.if_modified_since().as_deref().and_then(parse_date);
        let offer = Offer { etag, modified };
        let offers = attempt.offers();
        if !self.model.offer(slot, &offer) {
            return Err(format!("offers {offer:?}, and not one of {offers:?}"));
        }
        let attempt = &mut self.model.tickets[slot].attempt;
        let (result, reaction) = match step {
            Step::Followed(redirects, url) => {
                ticket.followed(*redirects, url);
                attempt.follow(*redirects, url);
                if !attempt.is_astray() && ticket.url() != attempt.url {
                    let (said, expected) = (ticket.url(), &attempt.url);
                    return Err(format!("ended at {said}, and not at {expected}"));
                }
                return Ok(());
            }
            Step::Failure(failure) => (ticket.failure(*failure), attempt.fail(*failure)),
            Step::Response(message) => {
                let written = message.write(self.now);
                let result = ticket.response(&written.response());
                (result, attempt.respond(written.reply(), &choices))
            }
        };
        let url = ticket.url().to_string();
        self.tell(|_| format!("      -> {}, {url}", result.as_str()));
        let elsewhere = matches!(&reaction, Reaction::Ask(target) if *target != url);
        if elsewhere || result != reaction.result() {
            let opens = match result {
                AccessResult::Unavailable => true,
                AccessResult::Successful => reaction.result() != AccessResult::Unavailable,
                _ => false,
            };
            let mark = if opens { "FALSE ALLOW: " } else { "" };
            let result = result.as_str();
            return Err(format!(
                "{mark}the result is {result} at {url}, and not {reaction:?}"
            ));
        }
        Ok(())
    }

    pub fn finish(&mut self, slot: usize, number: usize) -> Result<(), Difference> {
        let ticket = self.tickets.remove(slot);
        let text = body(number);
        let read = Body {
            answers: answers(&text),
            fits: fits(number),
        };
        let number = self.model.tickets[slot].origin;
        let own = self.model.finish(slot, read, self.now);
        let hit = ticket.finish(text, self.now);
        self.look(number, &hit, &own)
    }

    /// Holds an answer object against what may be known.
    fn look(&self, number: usize, hit: &Hit, perhaps: &Perhaps) -> Result<(), Difference> {
        let mut said = all(false);
        for (crawler, said) in said.iter_mut().enumerate() {
            for (path, said) in PATHS.iter().zip(said) {
                *said = hit
                    .check_as(crawler, spelled(number, self.spelling, path))
                    .allowed;
            }
        }
        let (now, choices) = (self.now, self.model.choices);
        match agreeing(perhaps, hit.decision(), &said, now, &choices).is_empty() {
            true => Err(self.unlike("the answer object", perhaps, hit.decision(), &said)),
            false => Ok(()),
        }
    }

    /// Asks for every origin, crawler and path.
    pub fn compare(&mut self) -> Result<(), Difference> {
        if self.others == 0 && self.cache.stats().evictions > 0 {
            return Err("entries are dropped although there is room".into());
        }
        self.spelling += 1;
        for (number, name) in ORIGINS.iter().enumerate() {
            let mut said = all(false);
            let mut first: Option<(Decision, Turn)> = None;
            for (crawler, said) in said.iter_mut().enumerate() {
                self.answers += 1;
                for (path, said) in PATHS.iter().zip(said) {
                    let url = spelled(number, self.spelling, path);
                    let answer = self.cache.check(crawler, url, self.now);
                    let answer = answer.map_err(|error| error.to_string())?;
                    *said = answer.verdict.allowed;
                    let turn = match answer.next {
                        Next::Nothing => Turn::Hit,
                        Next::Fetch => Turn::Fetch,
                        Next::Wait(wait) => Turn::Wait(wait.until),
                    };
                    let (decision, turn) = (answer.decision, turn);
                    let (expected, _) = first.get_or_insert((decision, turn));
                    if *expected != decision {
                        return Err(format!("{expected}, and at the same time {decision}"));
                    }
                }
            }
            let (decision, turn) = first.expect("at least one answer");
            let line = format!("        {name}: {decision}");
            if self.told[number] != line {
                self.told[number] = line.clone();
                self.tell(|_| line);
            }
            let perhaps = self.model.known[number].clone();
            if !self.model.observe(number, &decision, &said, self.now) {
                return Err(self.unlike(name, &perhaps, &decision, &said));
            }
            agree(&self.model.turns(number, self.now), &turn)?;
        }
        Ok(())
    }

    fn unlike(&self, what: &str, perhaps: &Perhaps, said: &Decision, of: &Answers) -> Difference {
        let opens = false_allow(perhaps, of, self.now, &self.model.choices);
        let mark = if opens { "FALSE ALLOW: " } else { "" };
        let expected: Vec<String> = perhaps.iter().map(|known| format!("  {known:?}")).collect();
        let expected = expected.join("\n");
        format!(
            "{mark}{what}: {said}; {of:?}\n  at {}, but should follow from\n{expected}",
            self.now
        )
    }
}

fn agree(turns: &[Turn], turn: &Turn) -> Result<(), Difference> {
    match turns.contains(turn) {
        true => Ok(()),
        false => Err(format!(
            "what is to do is {turn:?}, and not one of {turns:?}"
        )),
    }
}

/// The address of an origin's file is what the library asks for first.
#[test]
fn addresses() {
    for number in 0..ORIGINS.len() {
        assert_eq!(origin(number).robots_txt_url(), robots_url(number));
    }
}
