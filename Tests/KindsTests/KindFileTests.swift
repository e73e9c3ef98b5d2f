import SubdialExpressions
import SubdialKinds
import SubdialTimeline
import Testing

/// Tests of kind files.
@Suite struct KindFileTests {
    private func kind(_ text: String) throws -> Kind { try Kind(text, name: "k", file: "k/kind.yaml") }

    @Test func theSmallestKind() throws {
        let kind = try kind("source: { static: { a: 1 } }\nfields: { a: 1 }\n")
        #expect(kind.title == "k")
        #expect(kind.schema.fields == [EntryField("a", .number, sample: 1)])
        #expect(kind.schema.lineNames.first == "a")
        #expect(kind.sources.map(\.name) == ["data"])
        #expect(kind.warnings.isEmpty)
    }

    /// Aliases of lists of aliases are rejected before they are expanded.
    @Test func aliasBombs() {
        let names = (0..<12).map { "a\($0)" }
        let lines = zip(names, names.dropFirst()).map { name, next in
            "\(next): &\(next) [\(Array(repeating: "*\(name)", count: 9).joined(separator: ", "))]"
        }
        let error = #expect(throws: KindFileError.self) {
            try kind("a0: &a0 x\n" + lines.joined(separator: "\n") + "\nsource: { static: *a11 }\nfields: { a: 1 }\n")
        }
        #expect(error?.problems.first?.contains("a file may use 20 aliases, and this one uses more") == true, "\(error?.problems ?? [])")
    }

    @Test func typesFollowFromSamples() throws {
        let kind = try kind(
            """
            source: { static: {} }
            fields:
              a: 18.4
              b: on
              c: "12"
              d: true
              e: [1, 2]
              f: 007
              g: { type: choice, of: [x, y], sample: x }
              h: { of: { at: date, n: number }, sample: [{ at: 2026-06-01T13:00:00Z, n: 1 }] }
              i: { type: date, epoch: ms, optional: true }
              j: { type: ratio, sample: 0.5, unit: "%", privacy: private }
            """)
        let types = kind.schema.fields.map(\.type)
        #expect(types.prefix(7) == [.number, .text, .text, .bool, .list(.number), .text, .choice(["x", "y"])])
        #expect(
            types[7] == .list(.map([EntryField("at", .date(), isOptional: true), EntryField("n", .number, isOptional: true)])))
        #expect(types[8] == .date(.init(epoch: .ms)))
        #expect(kind.schema.fields[9].privacy == .private && kind.schema.fields[9].unit == "%")
    }

    @Test(arguments: [
        (
            "fields: { a: 1 }",
            "1:1: the source is missing: 'source: { url: … }', command, file, match, library, mixer, console, mqtt, webhook, stdin or static"
        ),
        ("source: { static: {} }", "1:1: the fields are missing: what an entry consists of"),
        ("sorce: { static: {} }\nfields: { a: 1 }", "1:1: there is no key 'sorce'; did you mean 'source'?"),
        (
            "source: { url: ftp://a }\nfields: { a: 1 }",
            "1:16: source: url takes an address that begins with https:// or http://, not 'ftp://a'"
        ),
        (
            "source: { command: df }\nfields: { a: 1 }",
            "1:20: source: command takes the program and its arguments as a list, like [df, --output=pcent, /]; a line for a shell needs 'shell: true'"
        ),
        (
            "source: { url: https://a, file: b }\nfields: { a: 1 }",
            "1:9: source takes one of url, command, file, match, library, mixer, console, mqtt, webhook, stdin, static, not url and file"
        ),
        ("source: { static: {}, method: GET }\nfields: { a: 1 }", "1:31: 'method' does not go with 'static'"),
        ("source: { static: {} }\nfields: { a: 1 }\nactions: { go: {} }", "3:16: actions: go takes command, url or mqtt"),
        ("source: { mixer: true, format: text }\nfields: { a: 1 }", "1:32: 'format' does not go with 'mixer', which has a form of its own"),
        ("source: { static: {}, format: jsn }\nfields: { a: 1 }", "1:31: there is no format 'jsn'; did you mean 'json'?"),
        (
            "source: { static: {} }\nfields: { a: { from: \"{{ dta.a }}\" } }",
            "2:22: fields: a: from: there is no variable 'dta' here; did you mean 'data'?"
        ),
        ("source: { static: {} }\nfields: { a: { type: nmber } }", "2:22: there is no type 'nmber'; did you mean 'number'?"),
        (
            "source: { file: f, format: text }\nfields: { title: AdGuard }",
            "2:18: fields: title: a document of this format has no member 'title': write 'from'; a constant is 'title: { from: \"AdGuard\" }'"
        ),
        (
            "source: { static: {} }\nfields: { a: { type: date, format: 'DD.MM.YYYY' } }",
            "2:36: fields: a: format: a format of dates has no letter 'D'; there are y, M, d, E, H, h, m, s, S, a, Z, X, x, z, and text between single quotes"
        ),
        (
            "source: { static: {} }\nfields: { a: { type: date, zone: Berlin } }",
            "2:34: 'Berlin' is no time zone; write it like Europe/Berlin"
        ),
        (
            "source: { static: {} }\nfields: { a: { of: { b: { from: '{{ itm.c }}', type: number } } } }",
            "2:33: fields: a: of: b: from: there is no variable 'itm' here; did you mean 'item'?"
        ),
        (
            "source: { static: {} }\nfields: { a: { type: ratio, sample: 5 } }",
            "2:37: fields: a: sample: a number from 0 to 1 should stand here, not 5"
        ),
        (
            "source: { static: {} }\nfields: { a: { from: \"{{ now }}\" } }",
            "2:22: fields: a: from: a field does not know 'now', only its entry's own date, 'at'; templates know both"
        ),
        ("source: { static: {} }\nfields: { 1a: 1 }", "2:15: '1a' is no name for expressions: letters, digits and _, a letter first"),
        (
            "source: { static: {} }\nfields: { a: 1 }\nrefresh: { every: 5x }",
            "3:19: refresh: every takes a length of time like 30s, 15m, 1h or 1d, not '5x'"
        ),
        ("source: { static: {} }\nfields: { a: 1 }\nfeed: { text: \"{{ b }}\" }", "3:15: feed: text: there is no variable 'b'"),
        (
            "parameters: { key: { type: secret } }\nsource: { command: [echo, \"{{ key }}\"] }\nfields: { a: 1 }",
            "2:27: source: command: 'key' is a secret, which no expression may use; in url, query, headers, body, login and environment write '{{ key }}' or '{ secret: key }'"
        ),
        (
            "parameters: { a: x }\nsource: { command: \"echo {{ a }}\", shell: true }\nfields: { b: 1 }",
            "2:20: source: command: a line for a shell has no expressions, as a value could be a command; put it under 'environment'"
        ),
        (
            "source: { url: https://a, headers: { X: { secret: key } } }\nfields: { a: 1 }",
            "1:51: no parameter of the type secret is called 'key'"
        ),
        (
            "source: { static: {} }\nfields: { a: 1 }\ntimeline: { for: row in data, at: \"{{ rov.at }}\" }",
            "3:35: timeline: at: there is no variable 'rov' here; did you mean 'row'?"
        ),
    ])
    func tellsWhere(_ text: String, _ message: String) {
        let error = #expect(throws: KindFileError.self) { try kind(text) }
        #expect(error?.problems.first == "k/kind.yaml:" + message)
    }

    /// What is wrong with the parts of a request, and with what a source uses of other ones.
    @Test(arguments: [
        (
            "source: { url: 'https://a', headers: { X: '{{ uc(key) }}' } }",
            "'key' is a secret, which no expression may change: write '{{ key }}'"
        ),
        ("source: { url: 'https://a', body: { a: '{{ key }}{{ concat(key, 1) }}' } }", "'key' is a secret, which no expression may change"),
        (
            "source: { command: [a, '{{ key }}'] }",
            "in url, query, headers, body, login and environment write '{{ key }}' or '{ secret: key }'"
        ),
        ("source: { command: [a], environment: { A: [b] } }", "environment: A takes a text, not a list"),
        ("source: { url: 'https://a', body: a, form: { b: c } }", "a request has 'form' or 'body', not both"),
        (
            "source: { url: 'https://a', login: { user: me } }",
            "takes the user and the password, like { user: me, password: { secret: key } }"
        ),
        ("source: { url: 'https://a', tls: { key: k.pem } }", "'certificate' and 'key' belong together; one file may have both"),
        ("source: { url: 'https://a', pages: { most: 3 } }", "'next' is missing: link, or the address of the next page"),
        ("source: { url: 'https://a', pages: { next: link, most: 99 } }", "takes 1 to 50 pages"),
        ("source: { url: 'https://a', pages: { next: link }, response: true }", "'response' does not go with 'pages'"),
        (
            "sources: { a: { url: 'https://a/{{ b.x }}' }, b: { url: 'https://b' } }",
            "'b' is not known here: a source uses only the documents of the sources above it"
        ),
        (
            "sources: { a: { url: 'https://a/{{ a.x }}' } }",
            "'a' is not known here: a source uses only the documents of the sources above it"
        ),
        (
            "sources: { a: { url: 'https://a' }, b: { mqtt: '{{ a.x }}' } }",
            "'a' is not known here: only a request and a command can use it"
        ),
        (
            "sources: { a: { url: 'https://a' }, b: { command: [x, '{{ a.x }}'], lasting: true } }",
            "a lasting command starts once, so that it cannot use 'a'"
        ),
        ("sources: { a: { url: 'https://a' }, b: { url: '{{ a.next }}', headers: { X: { secret: key } } } }", "so that it takes no secret"),
        ("sources: { a: { url: 'https://a' }, b: { url: 'https://{{ a.host }}.example/{{ key }}' } }", "so that it takes no secret"),
        ("source: { url: 'https://a', format: xml, separator: ';' }", "'separator' goes with 'format: csv', not with xml"),
        ("source: { url: 'https://a', format: csv, separator: ';;' }", "takes a single character, like \";\", or tab"),
        ("source: { url: 'https://a', format: csv, header: yes }", "takes true, false, or the number of the line"),
        ("source: { url: 'https://a', charset: klingon }", "there is no character set 'klingon'"),
        ("source: { url: 'https://a', format: ical, zone: Berlin }", "'Berlin' is no time zone"),
    ])
    func wrongRequests(_ source: String, _ message: String) {
        let error = #expect(throws: KindFileError.self) {
            try kind("parameters: { key: { type: secret } }\n\(source)\nfields: { n: 1 }")
        }
        #expect(error?.problems.count == 1 && error?.problems.first?.contains(message) == true, "\(error?.problems ?? [])")
    }

    /// An error of a source is the only one, although expressions use its document.
    @Test func anErrorOfASourceIsOne() {
        let error = #expect(throws: KindFileError.self) {
            try kind(
                "source: { url: ftp://a }\ndata: { x: { of: row in data.x } }\nfields: { a: { from: \"{{ data.a }}\" }, b: { from: \"{{ data.b }}\" } }"
            )
        }
        #expect(error?.problems.count == 1, "\(error?.problems ?? [])")
    }

    @Test func aSecretMayBeOptional() throws {
        let kind = try kind("parameters: { key: { type: secret, default: \"\" } }\nsource: { static: {} }\nfields: { n: 1 }")
        #expect(try KindValues([:], of: kind).secrets == ["key": ""])
        let error = #expect(throws: KindFileError.self) {
            try self.kind("parameters: { key: { type: secret, default: abc } }\nsource: { static: {} }\nfields: { n: 1 }")
        }
        #expect(error?.problems.first?.hasSuffix("a secret has no default but \"\", with which it is optional") == true)
    }

    /// A backslash that begins no escape leaves the kind usable, and is a warning.
    @Test(arguments: [
        (
            #"fields: { a: { from: '{{ replace(data.a, "\d", "") }}', type: text } }"#,
            #"2:22: fields: a: from, character 21: '\d' is no escape"#
        ),
        (#"fields: { a: 1 }\#nfeed: { tooltip: '{{ "\q" }}' }"#, #"3:18: feed: tooltip, character 5: '\q' is no escape"#),
        (#"data: { b: { of: 'c in data.x', where: 'c == "\z"' } }\#nfields: { a: 1 }"#, #"character 7: '\z' is no escape"#),
    ])
    func unknownEscapesAreWarnings(_ text: String, _ message: String) throws {
        let warnings = try kind("source: { static: {} }\n" + text).warnings
        #expect(warnings.count == 1 && warnings.first?.contains(message) == true, "\(warnings)")
    }

    @Test func tellsAllThatIsWrong() {
        let error = #expect(throws: KindFileError.self) {
            try kind("source: { static: {}, timeout: soon }\nfields: { a: { from: \"{{ b }}\" }, c: { type: x } }\n")
        }
        #expect(error?.problems.count == 3)
    }

    @Test("A field has a label, and a class that suits its type and its unit")
    func measuredFields() throws {
        let fields = try kind(
            """
            source: { static: {} }
            parameters: { place: Berlin }
            fields:
              outside: { type: number, unit: °C, label: Outside, class: temperature }
              charge: { type: ratio, class: battery }
              door: { type: bool, class: door }
              price: { type: number, unit: EUR, class: monetary }
            """
        ).schema.fields
        #expect(fields.map(\.fieldClass) == [.temperature, .battery, .door, .monetary, nil])
        #expect(fields.map(\.label) == ["Outside", nil, nil, nil, nil])
        #expect(fields.map(\.isParameter) == [false, false, false, false, true])
    }

    @Test("A unit can depend on the parameters, and on nothing else")
    func unitsOfParameters() throws {
        let text = """
            source: { static: {} }
            parameters: { scale: celsius, key: { type: secret } }
            fields:
              outside: { type: number, unit: "{{ scale == 'celsius' ? '°C' : '°F' }}", class: temperature }
              wind: { type: number, unit: m/s }
              n: { type: number, unit: "{{ UNIT }}" }

            """
        let kind = try kind(text.replacing("UNIT", with: "null"))
        #expect(kind.schema.fields.map(\.unit).prefix(3) == [nil, "m/s", nil])
        #expect(try kind.units(KindValues([:], of: kind)) == ["outside": "°C", "wind": "m/s"])
        #expect(try kind.units(KindValues(["scale": "fahrenheit"], of: kind)) == ["outside": "°F", "wind": "m/s"])
        for name in ["data.unit", "outside", "key", "at"] {
            #expect(throws: KindFileError.self) { try self.kind(text.replacing("UNIT", with: name)) }
        }
    }

    @Test(
        "A class that does not suit its field is an error",
        arguments: [
            ("type: number, class: temprature, unit: °C", "there is no class 'temprature'; did you mean 'temperature'?"),
            ("type: number, class: temperature", "the class 'temperature' needs one of the units °C, °F, K"),
            ("type: ratio, class: temperature", "the class 'temperature' needs one of the units °C, °F, K"),
            ("type: number, class: aqi, unit: ppm", "the class 'aqi' has no unit"),
            ("type: number, class: monetary", "the class 'monetary' needs a unit, like 'unit: EUR'"),
            ("type: number, class: door", "the class 'door' is one of what is true or false, not of numbers"),
            ("type: bool, class: speed", "the class 'speed' is one of numbers, not of what is true or false"),
            ("type: text, class: door", "a class goes with a number or a bool, not with 'text'"),
        ])
    func unsuitableClasses(_ field: String, _ message: String) throws {
        let error = #expect(throws: KindFileError.self) { try kind("source: { static: {} }\nfields: { a: { \(field) } }") }
        #expect(error?.problems.first?.contains(message) == true, "\(error?.problems ?? [])")
    }

    @Test(arguments: [("30s", 30.0), ("15m", 900), ("1h", 3600), ("1d", 86_400), ("1h 30m", 5400), ("90", 90)])
    func lengthsOfTime(_ written: String, _ seconds: Double) throws {
        #expect(try kind("source: { static: {} }\nfields: { a: 1 }\nrefresh: { every: \(written) }").refresh.every == seconds)
    }

    @Test func theFeedIsTheKindsOwn() throws {
        let kind = try kind(
            "source: { static: {} }\nfields: { a: 1 }\nactions: { open: { command: [xdg-open, x] } }\n"
                + "feed: { text: \"{{ a }}\", class: \"{{ a > 1 ? 'high' : 'low' }}\", clicks: { left: open } }")
        #expect(kind.feed.text == "{{ a }}")
        #expect(kind.feed.clicks == [.left: "open"])
        #expect(kind.actions.map(\.name) == ["open"])
    }
}
