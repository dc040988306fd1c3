//! What is known as bytes, and from elsewhere.

use robots::access::Response;
use robots::origin::Origin;

use crate::Choices;
use crate::cached::{Model, ORIGINS, Perhaps};
use crate::events::Step;
use crate::run::{Difference, Run, cache, origin};

/// What a cache wrote, and what was known then.
pub struct Saved {
    all: Vec<u8>,
    each: Vec<Option<Vec<u8>>>,
    known: [Perhaps; ORIGINS.len()],
    /// It held many other origins.
    full: bool,
}

impl Run {
    pub fn save(&mut self) {
        self.saved.push(Saved {
            all: self.cache.to_bytes(),
            each: (0..ORIGINS.len())
                .map(|number| self.cache.export(&origin(number)))
                .collect(),
            known: self.model.known.clone(),
            full: self.others > 0,
        });
    }

    pub fn import(&mut self, saved: usize, number: usize, named: bool) -> Result<(), Difference> {
        let count = self.saved.len().max(1);
        let Some(saved) = self.saved.get(saved % count) else {
            return Ok(());
        };
        let Some(bytes) = &saved.each[number] else {
            return Ok(());
        };
        if named {
            let other = origin((number + 1) % ORIGINS.len());
            if self.cache.import_for(&other, bytes).is_ok() {
                return Err("import_for takes the entry of another origin".into());
            }
            self.cache
                .import_for(&origin(number), bytes)
                .map_err(|error| error.to_string())?;
        } else {
            let of = self
                .cache
                .import(bytes)
                .map_err(|error| error.to_string())?;
            if of != origin(number) {
                return Err(format!("import says {of}"));
            }
        }
        self.model.import(number, &saved.known[number]);
        Ok(())
    }

    pub fn import_from_peer(
        &mut self,
        number: usize,
        shift: i64,
        step: &Step,
        text: usize,
    ) -> Result<(), Difference> {
        let (then, choices) = (self.now.saturating_add_signed(shift), self.model.choices);
        let mut peer = Run::new(&choices, false);
        peer.now = then;
        if peer.ask(number, 0, true)? {
            peer.step(0, step)?;
            peer.finish(0, text)?;
        }
        peer.compare()?;
        let bytes = peer
            .cache
            .export(&origin(number))
            .ok_or("a peer exports nothing")?;
        self.cache
            .import(&bytes)
            .map_err(|error| error.to_string())?;
        self.model.import(number, &peer.model.known[number]);
        Ok(())
    }

    pub fn restore(&mut self, saved: usize, anew: Option<Choices>) -> Result<(), Difference> {
        let count = self.saved.len().max(1);
        let Some(saved) = self.saved.get(saved % count) else {
            return Ok(());
        };
        let flood = |model: &mut Model| {
            if saved.full {
                model.flood(self.now);
            }
        };
        if let Some(choices) = anew {
            self.tickets.clear();
            self.cache = cache(&choices);
            self.model.restart(&saved.known, choices);
        } else {
            // The others come back as well, before or behind these.
            flood(&mut self.model);
            for (number, known) in saved.known.iter().enumerate() {
                self.model.import(number, known);
            }
        }
        flood(&mut self.model);
        self.cache
            .restore(&saved.all)
            .map_err(|error| error.to_string())?;
        Ok(())
    }

    pub fn visit_others(&mut self) {
        for _ in 0..300 {
            self.others += 1;
            let other = format!("https://other-{}.example", self.others);
            let other = Origin::parse(&other).expect("an origin");
            let mut ticket = self.cache.refresh(&other, self.now).expect("a new origin");
            ticket.response(&Response::new(404));
            ticket.finish("", self.now);
            // Often enough to push out what is asked for all the time.
            for _ in 0..8 {
                let _ = self.cache.get(&other, self.now);
            }
        }
        self.model.flood(self.now);
    }
}
