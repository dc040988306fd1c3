//! Random sequences of events.

use robots::access::Failure;

use crate::cached::ORIGINS;
use crate::events::{Event, Message, Sequence, Step, Value};
use crate::rules::{BODIES, LARGE};
use crate::values::{CACHING, FAILURES, FORMS, STATUSES, STEPS, TAGS};
use crate::{After, Choices, DAY};

/// SplitMix64.
pub struct Random {
    state: u64,
    /// The origin that most events are about.
    often: usize,
    /// It is down for months.
    down: bool,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        // One step apart, seeds must not give one stream shifted.
        let mut random = Random {
            state: seed,
            often: 0,
            down: false,
        };
        Random {
            state: random.next(),
            often: random.below(ORIGINS.len()),
            down: random.percent(15),
        }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn percent(&mut self, of: usize) -> bool {
        self.below(100) < of
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

impl Random {
    pub fn sequence(&mut self) -> Sequence {
        let choices = self.choices();
        let length = 1 + self.below(30);
        let events = (0..length).map(|_| self.event()).collect();
        Sequence { choices, events }
    }

    fn choices(&mut self) -> Choices {
        let after = match self.below(10) {
            0..5 => After::Default,
            5..7 => After::Open,
            7..9 => After::Refuse,
            _ => After::Keep,
        };
        Choices {
            after,
            forbid: self.percent(20),
            five: self.percent(10),
            shared: self.percent(20),
            hops: *self.of(&[5, 5, 5, 7]),
        }
    }

    /// What goes on while an origin is down.
    fn failing(&mut self) -> Event {
        let origin = self.often;
        let status = *self.of(&[407, 421, 429, 500, 500, 503, 511]);
        let step = match self.below(10) {
            0..5 => Step::Failure(*self.of(&[Failure::Dns, Failure::Timeout, Failure::Refused])),
            5..8 => Step::Response(Message {
                status,
                whole: true,
                wire: false,
                fields: Vec::new(),
            }),
            _ => self.step(),
        };
        let body = self.below(LARGE);
        let any = self.below(ORIGINS.len());
        match self.below(20) {
            0..2 => Event::Flood {
                origin: any,
                step,
                body,
            },
            2..4 => Event::Clock(*self.of(&STEPS)),
            4 => Event::Save,
            5 => Event::Import {
                saved: self.below(2),
                origin,
                named: false,
            },
            6 => Event::Ask {
                origin,
                spelling: 0,
                refresh: true,
            },
            7 => self.peer(origin),
            _ => Event::Attempt {
                origin,
                refresh: true,
                between: self.between(origin),
                steps: vec![step],
                body,
                times: 1 + self.below(18) as u32,
                every: *self.of(&[3_600, DAY, 2 * DAY, 2 * DAY, 2 * DAY, 2 * DAY + 1]),
            },
        }
    }

    fn peer(&mut self, origin: usize) -> Event {
        Event::Peer {
            origin,
            shift: *self.of(&[-4000, -61, -1, 0, 0, 1, 60, 3_600]),
            step: self.step(),
            body: self.below(LARGE),
        }
    }

    fn event(&mut self) -> Event {
        if self.down && self.percent(75) {
            return self.failing();
        }
        let any = self.below(ORIGINS.len());
        let origin = if self.percent(60) { self.often } else { any };
        let slot = if self.percent(70) { 0 } else { self.below(3) };
        match self.below(100) {
            0..20 => Event::Clock(*self.of(&STEPS)),
            20..22 => Event::Restart(self.choices()),
            22..31 => Event::Ask {
                origin,
                spelling: self.below(4),
                refresh: self.percent(60),
            },
            31..43 => Event::Back {
                slot,
                step: self.step(),
            },
            43..52 => Event::Finish {
                slot,
                body: self.body(),
            },
            52..53 => Event::Drop { slot },
            53..82 => self.attempt(origin),
            82..87 => Event::Remove { origin },
            87..91 => Event::Save,
            91..93 => self.peer(origin),
            93..96 => Event::Import {
                saved: self.below(3),
                origin,
                named: self.percent(50),
            },
            96..99 => Event::Restore {
                saved: self.below(3),
                anew: self.percent(50),
            },
            _ => Event::Flood {
                origin,
                step: self.step(),
                body: self.below(LARGE),
            },
        }
    }

    /// What may happen while a ticket is out.
    fn between(&mut self, origin: usize) -> Option<Box<Event>> {
        let event = match self.below(100) {
            0..2 => Event::Clock(*self.of(&STEPS)),
            2..6 => self.peer(origin),
            6..8 => Event::Import {
                saved: self.below(2),
                origin,
                named: false,
            },
            8 => Event::Restore {
                saved: self.below(2),
                anew: false,
            },
            9 => Event::Remove { origin },
            10 => Event::Flood {
                origin: self.below(ORIGINS.len()),
                step: self.step(),
                body: self.below(LARGE),
            },
            _ => return None,
        };
        Some(Box::new(event))
    }

    fn attempt(&mut self, origin: usize) -> Event {
        let mut steps = Vec::new();
        while self.percent(25) && steps.len() < 7 {
            steps.push(self.redirect());
        }
        if self.percent(3) {
            let location = self.location();
            steps.push(Step::Followed(1 + self.below(8) as u32, location));
        }
        steps.push(self.step());
        let times = if self.percent(8) {
            2 + self.below(38) as u32
        } else {
            1
        };
        let every = *self.of(&[60, 3_600, DAY, DAY, 3 * DAY, 7 * DAY, 10 * DAY, 31 * DAY]);
        let body = self.body();
        let times = if body >= LARGE { times.min(3) } else { times };
        Event::Attempt {
            origin,
            refresh: self.percent(70),
            between: self.between(origin),
            steps,
            body,
            times,
            every,
        }
    }

    fn body(&mut self) -> usize {
        if self.percent(2) {
            LARGE + self.below(BODIES - LARGE)
        } else {
            self.below(LARGE)
        }
    }

    fn step(&mut self) -> Step {
        let status = match self.below(100) {
            0..36 => 200,
            36..50 => 304,
            50..56 => return self.redirect(),
            56..61 => *self.of(&[404, 404, 410, 403, 401]),
            61..70 => *self.of(&[500, 503, 503, 429]),
            70..80 => return Step::Failure(*self.of(&FAILURES)),
            80..81 => {
                let location = self.location();
                return Step::Followed(1 + self.below(8) as u32, location);
            }
            _ => *self.of(&STATUSES),
        };
        let whole = !(200..300).contains(&status) || !self.percent(5);
        let mut fields = self.fields();
        if (300..400).contains(&status) && self.percent(50) {
            fields.push(("Location", Value::Text(self.location())));
        }
        Step::Response(Message {
            status,
            whole,
            wire: self.percent(50),
            fields,
        })
    }

    fn redirect(&mut self) -> Step {
        let status = *self.of(&[301, 302, 302, 303, 307, 308, 300]);
        let mut fields = if self.percent(20) {
            self.fields()
        } else {
            Vec::new()
        };
        fields.push(("Location", Value::Text(self.location())));
        Step::Response(Message {
            status,
            whole: true,
            wire: self.percent(50),
            fields,
        })
    }

    fn fields(&mut self) -> Vec<(&'static str, Value)> {
        let mut fields = Vec::new();
        if self.percent(35) {
            let text = Value::Text((*self.of(&CACHING)).into());
            fields.push((*self.of(&["Cache-Control", "cache-control"]), text));
            if self.percent(20) {
                let text = Value::Text((*self.of(&CACHING)).into());
                fields.push((*self.of(&["CACHE-CONTROL", "Cache-Control "]), text));
            }
        }
        let near = [-90_000, -3_600, -1, 0, 1, 400, 3_600, 50_000, 200_000];
        if self.percent(15) {
            let value = self.date(
                &near,
                &["0", "-1", "never", "Sun, 06 Nov 1994 08:49:37 GMT"],
            );
            fields.push(("Expires", value));
        }
        if self.percent(20) {
            let value = self.date(&[-90_000, -3_600, -100, -1, 0, 0, 0, 500], &["today"]);
            fields.push(("Date", value));
        }
        if self.percent(10) {
            let ages = [
                "0",
                "10",
                "100",
                "3000",
                "80000",
                "99999999999999999999",
                "-5",
                "x",
            ];
            fields.push(("Age", Value::Text((*self.of(&ages)).into())));
        }
        if self.percent(15) {
            let waits = [
                "0",
                "1",
                "60",
                "\r\n 7200",
                "7200",
                "86400",
                "999999999999",
                "1e3",
                "-9",
            ];
            let far = [-60, 0, 30, 61, 5_000, 100_000];
            fields.push(("Retry-After", self.date(&far, &waits)));
        }
        if self.percent(40) {
            fields.push(("ETag", Value::Text((*self.of(&TAGS)).into())));
        } else if self.percent(3) {
            let long = ["\"", &"e".repeat(300), "\""].concat();
            fields.push(("etag", Value::Text(long)));
        }
        if self.percent(15) {
            let value = self.date(&[-500_000, -86_400, -1], &["yesterday"]);
            fields.push(("Last-Modified", value));
        }
        if self.percent(10) {
            fields.push(("HTTP/2-Settings", Value::Text("x".into())));
        }
        fields
    }

    fn date(&mut self, offsets: &[i64], texts: &[&str]) -> Value {
        if self.percent(50) {
            Value::When(*self.of(offsets), *self.of(&FORMS))
        } else {
            Value::Text((*self.of(texts)).into())
        }
    }

    fn location(&mut self) -> String {
        let origin = *self.of(&ORIGINS);
        let (scheme, host) = origin.split_once("://").expect("an origin");
        let (name, port) = host.split_once(':').unwrap_or((host, ""));
        let port = match (port, scheme) {
            ("", "https") => "443",
            ("", _) => "80",
            (port, _) => port,
        };
        match self.below(30) {
            0..9 => format!("{origin}/robots.txt"),
            9 => format!("{scheme}://{name}.:{port}/robots.txt"),
            10 => format!("{scheme}://{}:{port}/robots.txt", name.to_uppercase()),
            11 => format!("{scheme}://me:pass@{host}/robots.txt"),
            12 => format!("{origin}/robots.txt?from=here"),
            13 => format!("{origin}/robots.txt#top"),
            14 => format!("{origin}/f/../robots.txt"),
            15 => format!("{origin}/%72obots.txt"),
            16 => format!("{origin}//robots.txt"),
            17 => format!("{}://{host}/robots.txt", scheme.to_uppercase()),
            18 => format!("//{host}/robots.txt"),
            19 => format!("{origin}/Robots.txt"),
            _ => {
                let others = [
                    "",
                    " ",
                    "#",
                    "#top",
                    "/robots.txt",
                    "robots.txt",
                    "/r",
                    "/r/",
                    "r/../s/./t",
                    "?q=1",
                    ".",
                    "https://c.example/robots.txt",
                    "https://c.example",
                    "http://",
                    "https://a.example:99999/robots.txt",
                    "ftp://b.example/robots.txt",
                    "mailto:a@b.example",
                    "data:text/plain,x",
                    "file:///robots.txt",
                ];
                (*self.of(&others)).into()
            }
        }
    }
}
