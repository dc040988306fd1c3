//! What happens in a sequence, and how it reads in a report.

use std::fmt;

use robots::access::{Failure, Response};

use crate::Choices;
use crate::attempt::Reply;
use crate::cached::ORIGINS;
use crate::http::{Form, Head, write_date};

#[derive(Clone, Debug)]
pub struct Sequence {
    pub choices: Choices,
    pub events: Vec<Event>,
}

#[derive(Clone, Debug)]
pub enum Event {
    /// The clock goes on, or back.
    Clock(i64),
    /// A look-up; a ticket is kept.
    Ask {
        origin: usize,
        spelling: usize,
        refresh: bool,
    },
    /// Something comes back for a ticket that is out.
    Back {
        slot: usize,
        step: Step,
    },
    /// A ticket is handed in.
    Finish {
        slot: usize,
        body: usize,
    },
    Drop {
        slot: usize,
    },
    /// A whole attempt, or several, each so many seconds after the last.
    Attempt {
        origin: usize,
        refresh: bool,
        /// What happens when the ticket has been handed out.
        between: Option<Box<Event>>,
        steps: Vec<Step>,
        body: usize,
        times: u32,
        every: u64,
    },
    Remove {
        origin: usize,
    },
    /// All that is known is written, for the events below.
    Save,
    /// One origin of what was saved comes back; `named`: for this origin only.
    Import {
        saved: usize,
        origin: usize,
        named: bool,
    },
    /// Another cache asked, so many seconds from now, and what it exports is
    /// imported.
    Peer {
        origin: usize,
        shift: i64,
        step: Step,
        body: usize,
    },
    /// All that was saved comes back; `anew`: into a new process.
    Restore {
        saved: usize,
        anew: bool,
    },
    /// All that is known comes back in a new process, which chose this.
    Restart(Choices),
    /// Hundreds of other origins without robots.txt are visited, before and
    /// after one attempt.
    Flood {
        origin: usize,
        step: Step,
        body: usize,
    },
}

#[derive(Clone, Debug)]
pub enum Step {
    Response(Message),
    Failure(Failure),
    Followed(u32, String),
}

/// A response, before it is written down at some moment.
#[derive(Clone, Debug)]
pub struct Message {
    pub status: u16,
    pub whole: bool,
    /// Handed over as header lines, after those of an early response.
    pub wire: bool,
    pub fields: Vec<(&'static str, Value)>,
}

#[derive(Clone, Debug)]
pub enum Value {
    Text(String),
    /// A date, so many seconds from now.
    When(i64, Form),
}

impl Value {
    fn write(&self, now: u64) -> String {
        match self {
            Value::Text(text) => text.clone(),
            Value::When(offset, form) => write_date(now.saturating_add_signed(*offset), *form),
        }
    }
}

/// A response as it is at one moment.
pub struct Written {
    message: Message,
    lines: String,
    fields: Vec<(&'static str, String)>,
}

impl Message {
    pub fn write(&self, now: u64) -> Written {
        let early = "HTTP/1.1 103 Early Hints\r\nAge: 77\r\nETag: \"early\"\r\n\r\n";
        let mut lines = format!("{early}HTTP/1.1 {} Status\r\n", self.status);
        let mut fields = Vec::new();
        for (name, value) in &self.fields {
            let value = value.write(now);
            lines += &format!("{name}: {value}\r\n");
            // A client that hands over fields has unfolded them.
            fields.push((*name, value.replace("\r\n", "")));
        }
        Written {
            message: self.clone(),
            lines: lines + "\r\n",
            fields,
        }
    }
}

impl Written {
    /// What the library is told.
    pub fn response(&self) -> Response<'_> {
        let mut response = Response::new(self.message.status);
        if self.message.wire {
            response = response.header_lines(&self.lines);
        } else {
            for (name, value) in &self.fields {
                response = response.header(name, value);
            }
        }
        if self.message.whole {
            response
        } else {
            response.incomplete()
        }
    }

    /// What the model reads.
    pub fn reply(&self) -> Reply {
        let mut head = Head::default();
        if self.message.wire {
            head = Head::from_wire(&self.lines);
        } else {
            for (name, value) in &self.fields {
                head.push(name, value);
            }
        }
        Reply {
            status: self.message.status,
            whole: self.message.whole,
            head,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Clock(step) => write!(f, "clock {step:+}"),
            Event::Ask {
                origin,
                refresh: true,
                ..
            } => write!(f, "refresh {}", ORIGINS[*origin]),
            Event::Ask { origin, .. } => write!(f, "get {}", ORIGINS[*origin]),
            Event::Back { slot, step } => write!(f, "ticket {slot}: {step}"),
            Event::Finish { slot, body } => write!(f, "ticket {slot}: finish, body {body}"),
            Event::Drop { slot } => write!(f, "ticket {slot}: drop"),
            Event::Attempt {
                origin,
                refresh,
                between,
                steps,
                body,
                times,
                every,
            } => {
                let how = if *refresh { "refresh" } else { "get" };
                write!(f, "{how} {}:", ORIGINS[*origin])?;
                if let Some(event) = between {
                    write!(f, " [{event}]")?;
                }
                for step in steps {
                    write!(f, " {step};")?;
                }
                write!(f, " finish, body {body}")?;
                if *times > 1 {
                    write!(f, "; {times} times, every {every} s")?;
                }
                Ok(())
            }
            Event::Remove { origin } => write!(f, "remove {}", ORIGINS[*origin]),
            Event::Save => write!(f, "export, to_bytes"),
            Event::Import {
                saved,
                origin,
                named,
            } => {
                let how = if *named { "import_for" } else { "import" };
                write!(f, "{how} {} from export {saved}", ORIGINS[*origin])
            }
            Event::Peer {
                origin,
                shift,
                step,
                body,
            } => {
                let origin = ORIGINS[*origin];
                write!(
                    f,
                    "import from a peer: at now{shift:+} get {origin}: {step}; "
                )?;
                write!(f, "finish, body {body}")
            }
            Event::Restore { saved, anew: true } => write!(f, "new cache, restore {saved}"),
            Event::Restart(choices) => write!(f, "new cache with {choices:?}, restore"),
            Event::Restore { saved, .. } => write!(f, "restore {saved}"),
            Event::Flood { origin, step, body } => {
                let origin = ORIGINS[*origin];
                write!(
                    f,
                    "others; get {origin}: {step}; finish, body {body}; others"
                )
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Failure(failure) => write!(f, "fail {}", failure.as_str()),
            Step::Followed(hops, url) => write!(f, "followed {hops} to {url}"),
            Step::Response(message) => {
                let cut = if message.whole { "" } else { " (cut)" };
                let wire = if message.wire { " (lines)" } else { "" };
                write!(f, "{}{cut}{wire}", message.status)?;
                for (name, value) in &message.fields {
                    match value {
                        Value::Text(text) => write!(f, " {{{name}: {}}}", text.escape_debug())?,
                        Value::When(offset, form) => {
                            write!(f, " {{{name}: now{offset:+} {form:?}}}")?;
                        }
                    }
                }
                Ok(())
            }
        }
    }
}
