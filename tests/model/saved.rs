//! What is known as bytes, and from elsewhere.

use robots::access::Response;
use robots::origin::Origin;

use crate::cached::{ORIGINS, Perhaps};
use crate::events::{Message, Step};
use crate::run::{Difference, Run, cache, origin};

/// What a cache wrote, and what was known then.
pub struct Saved {
    all: Vec<u8>,
    each: Vec<Option<Vec<u8>>>,
    known: [Perhaps; ORIGINS.len()],
}

impl Run {
    pub fn save(&mut self) {
        self.saved.push(Saved {
            all: self.cache.to_bytes(),
            each: (0..ORIGINS.len())
                .map(|number| self.cache.export(&origin(number)))
                .collect(),
            known: self.model.known.clone(),
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
        step: i64,
        text: usize,
    ) -> Result<(), Difference> {
        let (then, choices) = (self.now.saturating_add_signed(step), self.model.choices);
        let mut peer = Run::new(&choices, false);
        peer.now = then;
        let status = Message {
            status: 200,
            whole: true,
            wire: false,
            fields: Vec::new(),
        };
        if peer.ask(number, 0, true)? {
            peer.step(0, &Step::Response(status))?;
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

    pub fn restore(&mut self, saved: usize, anew: bool) -> Result<(), Difference> {
        let count = self.saved.len().max(1);
        let Some(saved) = self.saved.get(saved % count) else {
            return Ok(());
        };
        if anew {
            self.tickets.clear();
            self.cache = cache(&self.model.choices);
            self.model.restart(&saved.known);
        } else {
            for (number, known) in saved.known.iter().enumerate() {
                self.model.import(number, known);
            }
        }
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
        }
        self.model.flood(self.now);
    }
}
