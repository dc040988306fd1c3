//! Records that are neither user-agent lines nor rules: which there are, in which
//! group, and what their values say.

use robots::{Hours, Options, RecordKind, RobotsTxt, Value};

fn google(body: impl AsRef<[u8]>) -> RobotsTxt {
    RobotsTxt::parse_with(body, &Options::google())
}

fn typed<'a>(txt: &'a RobotsTxt, index: usize) -> Value<'a> {
    txt.record(index).expect("the record").typed()
}

#[test]
fn other_records_with_their_groups() {
    let body =
        "host: a.example\nuser-agent: a\nFoo: bar # x\nallow: /\nuser-agent: b\nnoindex: /x\n";
    let txt = RobotsTxt::parse(body);
    let records: Vec<_> = txt
        .records()
        .map(|r| (r.kind, r.key, r.value, r.line, r.group))
        .collect();
    assert_eq!(
        records,
        [
            (RecordKind::Host, &b"host"[..], &b"a.example"[..], 1, None),
            (RecordKind::Unknown, b"Foo", b"bar", 3, Some(0)),
            (RecordKind::Noindex, b"noindex", b"/x", 6, Some(1)),
        ]
    );
    assert_eq!(txt.record(1), txt.records().nth(1));
    assert!(txt.record(3).is_none());
    let mut first = txt.group(0).expect("a group").records();
    assert_eq!(first.next().expect("a record").line, 3);
    assert!(first.next().is_none());
}

#[test]
fn every_kind_by_its_key() {
    for (key, kind) in [
        ("sitemap", RecordKind::Sitemap),
        ("Site-Map", RecordKind::Sitemap),
        ("CRAWL-DELAY", RecordKind::CrawlDelay),
        ("Request-rate", RecordKind::RequestRate),
        ("Visit-time", RecordKind::VisitTime),
        ("Host", RecordKind::Host),
        ("Clean-param", RecordKind::CleanParam),
        ("Content-signal", RecordKind::ContentSignal),
        ("content-usage", RecordKind::ContentUsage),
        ("License", RecordKind::License),
        ("Noindex", RecordKind::Noindex),
        ("nofollow", RecordKind::Unknown),
        ("x", RecordKind::Unknown),
    ] {
        for txt in [
            RobotsTxt::parse(format!("{key}: v")),
            google(format!("{key}: v")),
        ] {
            let record = txt.record(0).expect("a record");
            assert_eq!((record.kind, record.key), (kind, key.as_bytes()));
            assert!(kind == RecordKind::Unknown || !kind.as_str().is_empty());
        }
    }
}

#[test]
fn values_by_their_kind() {
    let txt = RobotsTxt::parse(
        "sitemap: https://a.example/m\nrequest-rate: 1/10m 0600-0845\nvisit-time: 2200-0200\n\
         clean-param: ref&src /articles/\ncontent-signal: search=yes,ai-train=no\n\
         content-usage: /ai-ok/ train-ai=y\ncontent-usage: train-ai=n\nlicense: https://a.example/l\n\
         unknown: some thing\n",
    );
    assert_eq!(typed(&txt, 0), Value::Text(b"https://a.example/m"));
    let Value::Rate {
        documents,
        seconds,
        hours,
    } = typed(&txt, 1)
    else {
        panic!("a rate");
    };
    assert_eq!((documents, seconds), (1, 600));
    assert_eq!(hours, Some(Hours { from: 360, to: 525 }));
    assert_eq!(
        typed(&txt, 2),
        Value::Hours(Hours {
            from: 1320,
            to: 120
        })
    );
    let Value::CleanParam { parameters, path } = typed(&txt, 3) else {
        panic!("parameters");
    };
    assert_eq!((parameters, path), (&b"ref&src"[..], &b"/articles/"[..]));
    let signals: Vec<_> = typed(&txt, 4).signals().collect();
    assert_eq!(
        signals,
        [(&b"search"[..], &b"yes"[..]), (b"ai-train", b"no")]
    );
    let Value::Usage { path, preference } = typed(&txt, 5) else {
        panic!("a usage");
    };
    assert_eq!(
        (path, preference),
        (Some(&b"/ai-ok/"[..]), &b"train-ai=y"[..])
    );
    let Value::Usage { path, preference } = typed(&txt, 6) else {
        panic!("a usage");
    };
    assert_eq!((path, preference), (None, &b"train-ai=n"[..]));
    assert_eq!(typed(&txt, 7), Value::Text(b"https://a.example/l"));
    assert_eq!(typed(&txt, 8), Value::Text(b"some thing"));
}

#[test]
fn sitemaps_wherever_they_stand() {
    let body = "sitemap: https://a.example/1\nuser-agent: a\nSITEMAP : /2 # x\ndisallow: /\nsite-map: 3\nsitemap:\n";
    let txt = RobotsTxt::parse(body);
    let maps: Vec<_> = txt.sitemaps().collect();
    assert_eq!(maps, [&b"https://a.example/1"[..], b"/2", b"3"]);
    assert_eq!(RobotsTxt::parse("").sitemaps().count(), 0);
    // The key is compared whole here, and by its first letters there.
    assert_eq!(RobotsTxt::parse("sitemaps: x").sitemaps().count(), 0);
    assert_eq!(google("sitemaps: x").sitemaps().count(), 1);
}

#[test]
fn records_that_need_a_value_are_none_without() {
    for key in [
        "sitemap",
        "site-map",
        "crawl-delay",
        "request-rate",
        "visit-time",
        "host",
        "clean-param",
        "license",
    ] {
        for tail in [":", ": ", ":\t\x0B\x0C", ": # none", " : \0x"] {
            let body = format!("user-agent: a\n{key}{tail}\nuser-agent: b\ndisallow: /\n");
            for txt in [RobotsTxt::parse(&body), google(&body)] {
                assert_eq!(
                    (txt.records().len(), txt.sitemaps().count()),
                    (0, 0),
                    "{body}"
                );
                // It ends no list of user-agent lines.
                let agents = txt.groups().map(|group| group.agents().len());
                assert_eq!(agents.collect::<Vec<_>>(), [2]);
            }
        }
    }
    let body = "noindex:\ncontent-signal:\ncontent-usage:\nfoo:\n";
    let txt = RobotsTxt::parse(body);
    assert_eq!(txt.records().len(), 4);
    assert_eq!(typed(&txt, 0), Value::Text(b""));
    assert_eq!(typed(&txt, 1).signals().count(), 0);
    let usage = |path| Value::Usage {
        path,
        preference: b"",
    };
    assert_eq!(typed(&txt, 2), usage(None));
    // An empty preference for a path is one all the same.
    let txt = RobotsTxt::parse("content-usage: /a\ncontent-usage: / \t# x\n");
    assert_eq!(typed(&txt, 0), usage(Some(&b"/a"[..])));
    assert_eq!(typed(&txt, 1), usage(Some(&b"/"[..])));
    assert_eq!(txt.diagnostics(), []);
}

#[test]
fn records_of_each_group_and_of_none() {
    let body = "foo: 0\nuser-agent: a\nfoo: 1\n\nfoo: 2\nallow: /\nfoo: 3\nuser-agent: b\n\n\
        user-agent: c\nfoo: 4\nfoo: 5\nallow: /\nuser-agent: d\nfoo: 6\n";
    let of = |options: &Options| {
        let txt = RobotsTxt::parse_with(body, options);
        let values: Vec<Vec<u32>> = txt
            .groups()
            .map(|group| {
                assert_eq!(group.records().len(), group.records().count());
                assert!(group.records().all(|it| it.group == Some(group.index())));
                group.records().map(|record| record.line).collect()
            })
            .collect();
        let none = txt.records().filter(|record| record.group.is_none());
        (values, none.map(|record| record.line).collect::<Vec<_>>())
    };
    let ended = Options::new().with_blank_line_ends_group(true);
    assert_eq!(
        of(&Options::new()),
        (vec![vec![3, 5, 7], vec![11, 12], vec![15]], vec![1])
    );
    assert_eq!(
        of(&ended),
        (vec![vec![3], vec![], vec![11, 12], vec![15]], vec![1, 5, 7])
    );
}
