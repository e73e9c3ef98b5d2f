import Foundation
import SubdialBasics
import SubdialDocuments
import SubdialTestSupport
import Testing

@testable import SubdialHTTPSupport
@testable import SubdialProcessSupport

/// Kinds in commands and feeds, as processes.
@Suite struct KindCommandTests {
    private func write(_ text: String, _ name: String, _ sandbox: Sandbox) throws {
        let path = sandbox.path(name)
        try FileManager.default.createDirectory(
            atPath: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test func aNewKindWorksAtOnce() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let made = await sandbox.perform("kind", "new", "steps")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.output.hasSuffix("/subdial/templates/steps\n"))
        #expect(await sandbox.perform("kind", "check", "steps").status == 0)
        // A suite in the folder is no template.
        try "name: Steps\nkinds: [steps]\n".write(
            toFile: made.output.dropLast() + "/snapshots.yaml", atomically: true, encoding: .utf8)
        #expect(await sandbox.perform("kind", "check", "steps").status == 0)
        #expect(await sandbox.perform("kind", "list").output.contains("steps"))
        let shown = try sandbox.run("kind", "show", "steps", "--set", "goal=84")
        #expect(shown.output.contains("part   ratio   0.5\n"), "\(shown.output)")
        let line = try sandbox.run("feed", "--kind", "steps", "--format", "waybar", "--once")
        #expect(line.output == #"{"text":"42 steps today","alt":"live","class":["steps","open"],"tooltip":"","percentage":42}"# + "\n")
        #expect(try sandbox.run("render", "steps", "--all", "-o", "out/").status == 0)
        #expect(try sandbox.run("expr", "--kind", "steps", "steps * 2").output == "84\n")
        let again = await sandbox.perform("kind", "new", "steps")
        #expect(again.status == 74 && again.errors.contains("there is a kind 'steps' already"))
        #expect(await sandbox.perform("kind", "new", "Bad Name").status == 64)
        let misspelled = await sandbox.perform("kind", "show", "stepz")
        #expect(misspelled.errors.hasPrefix("subdial: there is no kind of widget 'stepz'; did you mean 'steps'?"))
    }

    /// A secret has its value in the configuration, which the check of a folder does not need.
    @Test(arguments: ["{ url: { secret: key } }", "{ url: 'http://127.0.0.1:9/', headers: { Authorization: 'Bearer {{ key }}' } }"])
    func theCheckNeedsNoSecret(_ source: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write("parameters: { key: { type: secret } }\nsource: \(source)\nfields: { n: 1 }\n", "t/own/kind.yaml", sandbox)
        let checked = try sandbox.run(["kind", "check", "own"], environment: ["SUBDIAL_TEMPLATES": sandbox.path("t")])
        #expect(checked.status == 0, "\(checked.errors)")
    }

    /// What is omitted from a document is a warning of `kind show` and, for a document in its folder, of `kind check`; a constant needs a `from`.
    @Test func omittedValuesAreWarnings() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write(
            """
            source: { file: document.json }
            fields:
              rows: { of: { v: number }, from: "{{ data.rows }}", sample: [{ v: 1 }] }
              twice: { type: number, from: "{{ data.n * 2 }}", optional: true }
            """, "t/odd/kind.yaml", sandbox)
        try write(#"{"n":null,"rows":[{"v":1},{"v":"n/a"},{"v":"n/a"}]}"#, "t/odd/document.json", sandbox)
        try write("source: { static: { a: 1 } }\nfields: { title: AdGuard }\n", "t/constant/kind.yaml", sandbox)
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t")]
        let warning = "fields.rows[1].v: a number should stand here, not a text (2 times)\n"
        let checked = try sandbox.run(["kind", "check", "odd"], environment: environment)
        #expect(checked.status == 0 && checked.errors.contains("kind.yaml: \(warning)"), "\(checked.errors)")
        let shown = try sandbox.run(["kind", "show", "odd"], environment: environment)
        #expect(shown.status == 0 && shown.errors == "subdial: \(warning)", "\(shown.errors)")
        #expect(shown.output.contains(#"[{"v":1},{"v":null},{"v":null}]"#), "\(shown.output)")
        let constant = try sandbox.run(["kind", "check", "constant"], environment: environment)
        #expect(constant.status == 65 && constant.errors.contains(#"a constant is 'title: { from: "AdGuard" }'"#), "\(constant.errors)")
    }

    /// A backslash that begins no escape is an error of the check, and printed as written by the feed.
    @Test func unknownEscapesAreErrorsOfTheCheck() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write(
            #"source: { static: { a: 1 } }\#nfields: { a: a }\#nfeed: { text: '{{ concat("a", "\d", "\u{2013}") }}' }\#n"#, "t/k/kind.yaml",
            sandbox)
        try write(#"body:\#n  Text: '{{ "\w" }}'\#n"#, "t/k/systemSmall.yaml", sandbox)
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t")]
        let checked = try sandbox.run(["kind", "check", "k"], environment: environment)
        #expect(checked.status == 65, "\(checked.errors)")
        #expect(checked.errors.contains(#"k/kind.yaml:3:15: feed: text, character 17: '\d' is no escape"#), "\(checked.errors)")
        #expect(checked.errors.contains(#"k/systemSmall.yaml:2:14: '\w' is no escape"#), "\(checked.errors)")
        let template = try sandbox.run(["template", "check", "t/k/systemSmall.yaml"], environment: environment)
        #expect(template.status == 65 && template.errors.contains(#"'\w' is no escape"#), "\(template.errors)")
        let line = try sandbox.run(["feed", "--kind", "k", "--once"], environment: environment)
        #expect(line.output == "a\\d–\n", "\(line.errors)")
        #expect(try sandbox.run(["render", "k", "--all", "-o", "out/"], environment: environment).status == 0)
    }

    @Test(arguments: [[], ["weather"], ["now-playing"]])
    func schemasAreThereForEditors(_ arguments: [String]) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        let outcome = await sandbox.perform(["kind", "schema"] + arguments)
        let schema = try JSONValue(parsing: outcome.output)
        #expect(schema["type"] == "object")
        let wanted = arguments.isEmpty ? "fields" : arguments == ["weather"] ? "temperature" : "track"
        #expect(schema["properties"]?[wanted] != nil, "\(outcome.errors)")
    }

    /// A weather server: one request provides the data for the bar and the widgets of two days.
    @Test func weatherAsTheServiceTellsIt() async throws {
        let answer = try Repository.fixtureBytes("kinds/weather/answer.json")
        try await withServer { _, peer in
            try peer.answer(Array(answer))
        } _: { server in
            let sandbox = try Sandbox()
            defer { sandbox.clean() }
            let shipped = try String(contentsOf: Repository.root.appending(path: "Templates/weather/kind.yaml"), encoding: .utf8)
            let address = "https://api.open-meteo.com/v1/forecast"
            #expect(shipped.contains(address))
            for file in try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: "Templates/weather").path) {
                let text = try String(contentsOf: Repository.root.appending(path: "Templates/weather/\(file)"), encoding: .utf8)
                try write(text.replacing(address, with: server.url + "/v1/forecast"), "t/weather/\(file)", sandbox)
            }
            let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t"), "SUBDIAL_CONFIG": sandbox.path("config.yaml")]
            try write("kinds: [{ kind: weather, with: { place: Home, latitude: 52.52, longitude: 13.41 } }]\n", "config.yaml", sandbox)
            let explained = try sandbox.run(["kind", "fetch", "weather", "--explain"], environment: environment)
            #expect(explained.output.contains("forecast_days=7"), "\(explained.output)\(explained.errors)")
            #expect(server.requests.isEmpty)
            // The document is of another day than today, so it is shown as of that day.
            let parsed = try JSONValue(parsing: String(decoding: answer, as: UTF8.self))
            let first = try #require(parsed["hourly"]?["time"]?.elements?.first?.number)
            try Data(answer).write(to: URL(filePath: sandbox.path("answer.json")))
            let noon = Date(timeIntervalSince1970: first + 12 * 3600).formatted(.iso8601)
            let shown = try sandbox.run(
                ["kind", "show", "weather", "--document", "answer.json", "--at", noon, "--json"], environment: environment)
            #expect(shown.status == 0, "\(shown.errors)")
            let entry = try JSONValue(parsing: shown.output)
            let temperatures = try #require(parsed["hourly"]?["temperature_2m"]?.elements)
            #expect(entry["temperature"]?.number == temperatures[12].number)
            try write(shown.output, "entry.json", sandbox)
            let drawn = try sandbox.run(["render", "weather", "--all", "--entry", "entry.json", "-o", "out/"], environment: environment)
            #expect(drawn.status == 0, "\(drawn.errors)")
            let timeline = try sandbox.run(["timeline", "weather"], environment: environment)
            #expect(timeline.status == 0, "\(timeline.errors)")
            #expect(server.requests.count == 1)
            #expect(server.requests.first?.target.contains("latitude=52.52&longitude=13.41") == true)
        }
    }

    /// A kind of the server with the addresses of a local one.
    private func shipped(_ kind: String, _ addresses: [String: String], _ sandbox: Sandbox) throws {
        let folder = Repository.root.appending(path: "Templates/\(kind)")
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            var text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for (address, local) in addresses { text = text.replacing(address, with: local) }
            try write(text, "t/\(kind)/\(file)", sandbox)
        }
    }

    /// The name of a place is enough, and never shows another place.
    @Test func aPlaceIsFoundByItsName() async throws {
        let answer = try Repository.fixtureBytes("kinds/weather/answer.json")
        try await withServer { request, peer in
            switch request.path {
            case "/v1/search" where request.target.contains("name=London"):
                try peer.answer(
                    #"{"results":[{"name":"London","latitude":51.50853,"longitude":-0.12574,"admin1":"England","country":"United Kingdom"}]}"#
                )
            case "/v1/search": try peer.answer(#"{"generationtime_ms":0.5}"#)
            default: try peer.answer(Array(answer))
            }
        } _: { server in
            let sandbox = try Sandbox()
            defer { sandbox.clean() }
            try shipped(
                "weather", ["https://api.open-meteo.com": server.url, "https://geocoding-api.open-meteo.com": server.url], sandbox)
            let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t"), "SUBDIAL_CONFIG": sandbox.path("config.yaml")]
            func run(_ parameters: String, _ arguments: String...) throws -> Sandbox.Outcome {
                try write("kinds: [{ kind: weather, with: { \(parameters) } }]\n", "config.yaml", sandbox)
                return try sandbox.run(arguments, environment: environment)
            }
            let found = try run("place: London", "kind", "fetch", "weather")
            #expect(found.status == 0, "\(found.errors)")
            #expect(server.requests.map(\.path) == ["/v1/search", "/v1/forecast"])
            #expect(server.requests.last?.target.contains("latitude=51.50853&longitude=-0.12574") == true)
            let unknown = try run("place: Lndon", "kind", "fetch", "weather")
            #expect(unknown.status == 0 && server.requests.map(\.path) == ["/v1/search", "/v1/forecast", "/v1/search"])
            let shown = try run("place: Lndon", "feed", "--once", "--kind", "weather", "--format", "plain")
            #expect(shown.output == "\n" && shown.status == 65)
            let message = "open-meteo.com knows no place 'Lndon'; write another name, or latitude and longitude too"
            #expect(shown.errors.contains(message), "\(shown.errors)")
            for parameters in ["", "latitude: 52.5", "unit: fahrenheit"] {
                let nothing = try run(parameters, "feed", "--once", "--kind", "weather")
                #expect(nothing.status == 64, "\(nothing.errors)")
                #expect(
                    nothing.errors.contains("place: it has no value; give one under 'with' in the configuration, like"), "\(nothing.errors)"
                )
            }
            let pasted = try run(
                "place: Lndon", "timeline", "weather", "--document", Repository.fixtureURL("kinds/weather/answer.json").path)
            #expect(pasted.status == 0, "\(pasted.errors)")
        }
    }

    /// So is the name of a stop.
    @Test func aStopIsFoundByItsName() async throws {
        try await withServer { request, peer in
            switch request.path {
            case "/locations": try peer.answer(request.target.contains("Nowhere") ? "[]" : #"[{"id":"900100003","name":"Alexanderplatz"}]"#)
            default: try peer.answer(#"{"departures":[{"line":{"name":"U2"},"direction":"Pankow","when":"2099-01-01T12:00:00Z"}]}"#)
            }
        } _: { server in
            let sandbox = try Sandbox()
            defer { sandbox.clean() }
            func run(_ parameters: String) throws -> Sandbox.Outcome {
                try write("kinds: [{ kind: departures, with: { server: '\(server.url)', \(parameters) } }]\n", "config.yaml", sandbox)
                return try sandbox.run(
                    "feed", "--once", "--kind", "departures", "--text", "{{ stop }}: {{ departures[0].line }}",
                    environment: ["SUBDIAL_CONFIG": sandbox.path("config.yaml")])
            }
            #expect(try run("stop: Alexanderplatz").output == "Alexanderplatz: U2\n")
            #expect(server.requests.map(\.path) == ["/locations", "/stops/900100003/departures"])
            let unknown = try run("stop: Nowhere")
            #expect(unknown.errors.contains("knows no stop 'Nowhere'; write another name, or its number as 'id'"), "\(unknown.errors)")
            #expect(try run("id: 1, stop: Alex").output == "Alex: U2\n")
            #expect(try run("stop: ''").errors.contains("stop: it has no value"))
        }
    }

    /// A score in a file, as a broker would send it: the line follows it, and its minute advances.
    @Test func aMatchInAFile() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func tell(_ goals: String, minute: Int) throws {
            let since = Int(saturating: Date.now.timeIntervalSince1970)
            try write(
                #"{"home":"Union","away":"Hertha","goals":\#(goals),"phase":"second","since":\#(since),"minute":\#(minute),"until":90,"halted":null}"#,
                "score.json", sandbox)
        }
        try write(
            """
            parameters: { match: { type: text, pattern: "*.json" } }
            source: { file: "{{ match }}" }
            fields:
              home: Union
              away: Hertha
              goals: [2, 1]
              phase: { type: choice, of: [before, first, break, second, over], sample: second }
              halted: { type: date, epoch: s, optional: true }
              began: { type: date, epoch: s, from: "{{ data.since - data.minute * 60 }}", sample: 2026-05-31T18:15:00Z }
              regular: { type: date, epoch: s, from: "{{ data.since + (data.until - data.minute) * 60 }}", sample: 2026-05-31T19:45:00Z }
              running: { from: "{{ phase == 'first' || phase == 'second' }}", sample: true }
            timeline: { at: ["{{ received }}", "{{ data.since + (data.until - data.minute) * 60 }}"] }
            feed: { text: "{{ home }} {{ goals[0] }}–{{ goals[1] }} {{ away }} {{ running ? minutes(began, regular, halted) : phase }}", class: "{{ phase }}" }
            """, "t/match/kind.yaml", sandbox)
        try tell("[2, 1]", minute: 66)
        let feed = try FeedFront(
            sandbox, ["feed", "--kind", "match:cup", "--format", "waybar"],
            environment: ["SUBDIAL_TEMPLATES": sandbox.path("t"), "SUBDIAL_CONFIG": try configuration(sandbox)])
        defer { feed.stop() }
        try await eventually("the score is shown, not \(feed.lines) \(feed.errors)") {
            feed.last == #"{"text":"Union 2–1 Hertha 67","alt":"live","class":["match","second"],"tooltip":"","percentage":0}"#
        }
        try tell("[2, 2]", minute: 70)
        try await eventually("the goal is shown, not \(feed.lines)") { feed.last?.contains("Union 2–2 Hertha 71") == true }
        try write("{", "score.json", sandbox)
        try await eventually("the last good score is stale, not \(feed.lines)") { feed.last?.contains(#""alt":"stale""#) == true }
        #expect(feed.last?.contains("Union 2–2 Hertha") == true)
    }

    private func configuration(_ sandbox: Sandbox) throws -> String {
        try write("kinds: [{ kind: match, id: cup, with: { match: \(sandbox.path("score.json")) } }]\n", "config.yaml", sandbox)
        return sandbox.path("config.yaml")
    }

    @Test func clicksDoWhatTheKindSays() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write(
            """
            source: { command: [cat, count.json] }
            fields: { n: { type: number, sample: 1 } }
            actions: { up: { command: [sh, -c, "echo '{\\"n\\": 2}' > count.json"] } }
            feed: { text: "{{ n }}", clicks: { left: up } }
            """, "t/count/kind.yaml", sandbox)
        try write("{\"n\": 1}", "t/count/count.json", sandbox)
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t")]
        let refused = try sandbox.run(["feed", "--kind", "count", "--once"], environment: environment)
        #expect(refused.status == 65 && refused.errors.contains("run 'subdial kind trust count'"), "\(refused.errors)")
        #expect(try sandbox.run(["kind", "trust", "count"], environment: environment).output.hasPrefix("cat count.json\nup: sh -c "))
        #expect(try sandbox.run(["feed", "--kind", "count", "--once"], environment: environment).output == "1\n")
        let feed = try FeedFront(sandbox, ["feed", "--kind", "count"], environment: environment)
        defer { feed.stop() }
        try await eventually("the number is shown, not \(feed.lines) \(feed.errors)") { feed.last == "1" }
        #expect(try sandbox.run(["control", "--kind", "count", "up"], environment: environment).status == 0)
        try await eventually("the other number is shown, not \(feed.lines)") { feed.last == "2" }
        let wrong = try sandbox.run(["control", "--kind", "count", "down"], environment: environment)
        #expect(wrong.status == 65 && wrong.errors.contains("there are up"), "\(wrong.errors)")
    }

    /// `--once` waits for the first line or for the end of the input, and for no more.
    @Test(arguments: [
        ("{ sleep 0.2; echo '{\"n\":7}'; exec sleep 60; }", 0, "7"), ("printf '{\"n\":7}\\n{\"n\":8}\\n'", 0, "7"),
        ("printf '{\"n\":9}'", 0, "9"), ("true", 65, ""), ("echo x", 65, ""),
        ("{ printf '{\"n\":5,\"x\":\"'; head -c 900000 /dev/zero | tr '\\0' x; echo '\"}'; }", 0, "5"),
    ])
    func theFirstLineOnStandardInput(_ writer: String, _ status: Int32, _ line: String) async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write("source: { stdin: true }\nfields: { n: 1 }\nfeed: { text: \"{{ n }}\" }\n", "t/stream/kind.yaml", sandbox)
        let script = "mkfifo in; \(writer) > in & \"$0\" feed --kind stream --once < in; status=$?; kill $! 2>/dev/null; exit $status"
        let feed = try FeedFront(sandbox, shell: script, environment: ["SUBDIAL_TEMPLATES": sandbox.path("t")])
        defer { feed.stop() }
        try await eventually("the feed ends, not \(feed.lines) \(feed.errors)") { feed.hasEnded && feed.status == status }
        #expect(feed.last == line, "\(feed.lines) \(feed.errors)")
    }

    /// A command that reads no input leaves that of its caller alone.
    @Test func aLoopOfTheShellHasItsInput() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write("source: { static: { n: 1 } }\nfields: { n: 1 }\nfeed: { text: \"{{ n }}\" }\n", "t/fixed/kind.yaml", sandbox)
        let script = "printf 'a\\nb\\n' | while read -r word; do \"$0\" feed --kind fixed --once; echo \"$word\"; done"
        let feed = try FeedFront(sandbox, shell: script, environment: ["SUBDIAL_TEMPLATES": sandbox.path("t")])
        defer { feed.stop() }
        try await eventually("the loop ends") { feed.hasEnded }
        #expect(feed.lines == ["1", "a", "1", "b"])
    }

    @Test func linesOnStandardInput() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        try write(
            "source: { stdin: true }\nfields: { n: 1 }\nfeed: { text: \"{{ n }}\" }\n", "t/stream/kind.yaml", sandbox)
        let feed = try FeedFront(
            sandbox, shell: "{ sleep 0.2; echo '{\"n\":7}'; sleep 60; } | \"$0\" feed --kind stream",
            environment: ["SUBDIAL_TEMPLATES": sandbox.path("t")])
        defer { feed.stop() }
        let deadline = Date.now.addingTimeInterval(180)
        while feed.last != "7", Date.now < deadline { usleep(20_000) }
        #expect(feed.last == "7", "\(feed.lines) \(feed.errors)")
        // Another feed of the same kind has its own standard input.
        let other = try FeedFront(
            sandbox, shell: "{ sleep 0.2; echo '{\"n\":8}'; sleep 60; } | \"$0\" feed --kind stream",
            environment: ["SUBDIAL_TEMPLATES": sandbox.path("t")])
        defer { other.stop() }
        while other.last != "8", Date.now < deadline { usleep(20_000) }
        #expect(other.last == "8" && feed.last == "7", "\(other.lines) \(other.errors) \(feed.lines)")
    }
}

/// Kinds of minimal length, each in Waybar's line and in two families: from a web server, a file and a program.
@Suite struct ExampleKindsTests {
    private let folder = Repository.fixtureURL("kinds/examples").path

    private func draw(_ kind: String, _ sandbox: Sandbox, _ environment: [String: String]) throws {
        for family in ["systemSmall", "accessoryCircular"] {
            let drawn = try sandbox.run(["render", kind, "--family", family, "-o", "\(family).png"], environment: environment)
            #expect(drawn.status == 0, "\(drawn.errors)")
        }
    }

    @Test func hours() async throws {
        let now = Int(saturating: (Date.now.timeIntervalSince1970 / 3600).rounded(.down)) * 3600
        let times = (0..<72).map { "\(now + $0 * 3600)" }.joined(separator: ",")
        let temperatures = (0..<72).map { "\(11 + $0 % 14)" }.joined(separator: ",")
        let answer =
            #"{"timezone":"Europe/Berlin","hourly":{"time":[\#(times)],"temperature_2m":[\#(temperatures)],"weather_code":[\#(times)]}}"#
        try await withServer { _, peer in
            try peer.answer(answer)
        } _: { server in
            let sandbox = try Sandbox()
            defer { sandbox.clean() }
            try FileManager.default.createDirectory(atPath: sandbox.path("t"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: folder + "/hours", toPath: sandbox.path("t/hours"))
            let kind = try String(contentsOfFile: folder + "/hours/kind.yaml", encoding: .utf8)
            try kind.replacing("https://api.open-meteo.com", with: server.url).write(
                toFile: sandbox.path("t/hours/kind.yaml"), atomically: true, encoding: .utf8)
            let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t")]
            let line = try sandbox.run(["feed", "--kind", "hours", "--format", "waybar", "--once"], environment: environment)
            #expect(
                line.output == #"{"text":"11°","alt":"live","class":["hours","live"],"tooltip":"Berlin: 11° to 24°","percentage":0}"#
                    + "\n",
                "\(line.errors)")
            try draw("hours", sandbox, environment)
            let timeline = try sandbox.run(["timeline", "hours"], environment: environment)
            // The bar and the widgets change on the hour, without another request.
            #expect(timeline.output.split(separator: "\n").count { $0.hasSuffix("live") || $0.hasSuffix("stale") } >= 48)
            #expect(server.requests.count == 1)
        }
    }

    @Test func match() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let since = Int(saturating: Date.now.timeIntervalSince1970)
        try
            #"{"home":"Union","away":"Hertha","goals":[2,1],"phase":"second","since":\#(since),"minute":66,"until":90,"added":4,"halted":null}"#
            .write(toFile: sandbox.path("score.json"), atomically: true, encoding: .utf8)
        try "kinds: [{ kind: score, with: { match: \(sandbox.path("score.json")) } }]\n".write(
            toFile: sandbox.path("config.yaml"), atomically: true, encoding: .utf8)
        let environment = ["SUBDIAL_TEMPLATES": folder, "SUBDIAL_CONFIG": sandbox.path("config.yaml")]
        let line = try sandbox.run(["feed", "--kind", "score", "--format", "waybar", "--once"], environment: environment)
        #expect(
            line.output == #"{"text":"Union 2–1 Hertha 67","alt":"live","class":["score","second"],"tooltip":"","percentage":0}"# + "\n",
            "\(line.errors)")
        try draw("score", sandbox, environment)
    }

    @Test func store() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        // The repository may belong to another user, whose programs are not trusted.
        try FileManager.default.createDirectory(atPath: sandbox.path("t"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: folder + "/store", toPath: sandbox.path("t/store"))
        let environment = ["SUBDIAL_TEMPLATES": sandbox.path("t")]
        #expect(try sandbox.run(["kind", "trust", "store"], environment: environment).status == 0)
        let line = try sandbox.run(["feed", "--kind", "store", "--format", "waybar", "--once"], environment: environment)
        let json = try JSONValue(parsing: line.output)
        #expect(json["alt"] == "live" && json["class"] == ["store", "ok"] || json["class"] == ["store", "critical"], "\(line.errors)")
        #expect(json["text"]?.string == json["percentage"]?.number.map { "\(Int(saturating: $0)) %" })
        try draw("store", sandbox, environment)
    }
}

/// The shipped kinds: each is valid, and draws each of its entries in every family.
@Suite struct ShippedKindsTests {
    private static let entries: [(kind: String, file: String)] = [
        "album-of-the-day", "calendar", "clock", "console", "countdown", "departures", "disk", "display", "feed", "home-assistant",
        "match", "matches", "mixer", "most-played", "piano-roll", "playlist", "prometheus", "pull-requests", "recently-played",
        "system", "todo", "weather",
    ].flatMap { kind in
        let folder = Repository.fixtureURL("kinds/\(kind)").path
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter { $0.hasSuffix(".json") }
        return files.filter { file in
            FileManager.default.contents(atPath: "\(folder)/\(file)").map { String(decoding: $0, as: UTF8.self).contains("\"kind\"") }
                == true
        }.map { (kind, $0) }
    }

    @Test(arguments: [
        "album-of-the-day", "calendar", "clock", "console", "countdown", "departures", "disk", "display", "feed", "home-assistant",
        "match", "matches", "mixer", "most-played", "piano-roll", "playlist", "prometheus", "pull-requests", "recently-played",
        "system", "todo", "weather",
    ])
    func isRight(_ kind: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run("kind", "check", kind)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try sandbox.run("kind", "list").output.contains(kind))
    }

    @Test(arguments: entries)
    func draws(_ kind: String, _ file: String) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let path = Repository.fixtureURL("kinds/\(kind)/\(file)").path
        let outcome = try sandbox.run("render", kind, "--all", "--appearance", "light", "--scale", "1", "--entry", path, "-o", "out/")
        // Hostile entries refer to pictures that do not exist, which is reported.
        let errors = outcome.errors.split(separator: "\n").filter { !$0.hasSuffix("; a placeholder stands in its place") }
        #expect(outcome.status == 0 && errors.isEmpty, "\(outcome.errors)")
    }

    /// A saved document of a kind becomes its rows.
    @Test(
        arguments: [
            (
                "todo", "todo.txt", [], "tasks", "text",
                [
                    "Call the landlord about the heating", "Send the invoice for https://example.org/a", "Buy a ticket to Hamburg",
                    "Water the tomatoes", "Mend the bicycle lamp",
                ]
            ),
            (
                "feed", "feed.xml", ["--set", "address=https://example.org/feed.xml"], "items", "title",
                ["The ferry to the islands runs at night again", "A bridge is repainted"]
            ),
            (
                "pull-requests", "pulls.json", ["--set", "owner=example", "--set", "repository=lighthouse"], "pulls", "author",
                ["inesm", "maral"]
            ),
            ("home-assistant", "states.json", [], "entities", "name", ["Sun"]),
            // Of several sources, by their names. What is over, or has left, is left out.
            ("calendar", "answer.json", [], "events", "summary", ["Birthday", "Design review"]),
            ("departures", "answer.json", [], "departures", "line", ["U2", "M10"]),
            ("departures", "empty.json", [], "departures", "line", []),
            // Hours of one digit, and those of last night's service.
            ("departures", "timetable.json", ["--set", "zone=Europe/Berlin"], "departures", "line", ["M10", "N2", "N5"]),
            ("prometheus", "answer.json", [], "series", "name", ["web-1:9100", "db"]),
        ] as [(String, String, [String], String, String, [String])])
    func documentsBecomeRows(
        _ kind: String, _ file: String, _ parameters: [String], _ list: String, _ member: String, _ expected: [String]
    ) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let path = Repository.fixtureURL("kinds/\(kind)/\(file)").path
        let outcome = try sandbox.run(
            ["kind", "show", kind, "--document", path, "--at", "2026-06-01T12:00:00Z", "--json"] + parameters, environment: [:])
        let rows = try #require(try JSONValue(parsing: outcome.output)[list]?.elements, "\(outcome.errors)")
        #expect(rows.map { $0[member]?.string } == expected)
    }

    /// A city without its zone would have the time of this machine.
    @Test func citiesHaveZones() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        func show(_ city: String) throws -> Sandbox.Outcome {
            try "kinds: [{ kind: clock, with: { cities: [{ \(city) }] } }]\n".write(
                toFile: sandbox.path("config.yaml"), atomically: true, encoding: .utf8)
            return try sandbox.run("kind", "show", "clock", environment: ["SUBDIAL_CONFIG": sandbox.path("config.yaml")])
        }
        #expect(try show("name: London").errors.contains("the city 'London' has no zone; write it like { name: Tokyo, zone: Asia/Tokyo }"))
        #expect(try show("name: London, zone: Europe/London").status == 0)
    }

    /// What can be open says so, by its word and its symbol.
    @Test func statesOfAHomeAreWords() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let ids = [
            "binary_sensor.front_door", "binary_sensor.bath_window", "binary_sensor.cellar_floor", "cover.terrace", "lock.back_door",
            "light.kitchen",
        ]
        try "kinds: [{ kind: home-assistant, with: { entities: [\(ids.joined(separator: ", "))] } }]\n".write(
            toFile: sandbox.path("config.yaml"), atomically: true, encoding: .utf8)
        let path = Repository.fixtureURL("kinds/home-assistant/states.json").path
        let outcome = try sandbox.run(
            ["kind", "show", "home-assistant", "--document", path, "--at", "2026-06-01T12:00:00Z", "--json"],
            environment: ["SUBDIAL_CONFIG": sandbox.path("config.yaml")])
        let rows = try #require(try JSONValue(parsing: outcome.output)["entities"]?.elements, "\(outcome.errors)")
        #expect(rows.map { $0["value"]?.string } == ["Open", "Closed", "Dry", "Opening", "Unlocked", "On"])
        #expect(
            rows.map { $0["symbol"]?.string } == [
                "door.left.hand.open", "window.vertical.closed", "drop.fill", "blinds.horizontal.open", "lock.open.fill", "lightbulb.fill",
            ])
    }

    /// The display that most needs attention, the named display, and the time from which it is late.
    @Test(
        arguments: [
            ("2026-06-01T11:55:00Z", "", "Hall", false), ("2026-06-01T12:13:00Z", "", "Hall", true),
            ("2026-06-01T11:55:00Z", "Kitchen", "Kitchen", false), ("2026-06-01T11:55:00Z", "C3", "C3", false),
            ("2026-06-01T11:55:00Z", "nobody", nil, false),
        ] as [(String, String, String?, Bool)])
    func displaysAreChosen(_ at: String, _ display: String, _ name: String?, _ isLate: Bool) throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let outcome = try sandbox.run(
            "kind", "show", "display", "--document", Repository.fixtureURL("kinds/display/displays.json").path, "--at", at, "--set",
            "display=\(display)", "--json")
        let entry = try JSONValue(parsing: outcome.output)
        #expect(entry["name"]?.string == name && entry["late"] == .bool(isLate), "\(outcome.output)\(outcome.errors)")
        #expect(!outcome.output.contains("secret"))
    }

    /// This machine's data, from its own files and programs.
    @Test func theSystemIsFollowed() async throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let feed = try FeedFront(sandbox, ["feed", "--kind", "system", "--format", "json"])
        defer { feed.stop() }
        try await eventually("the processor's load is known, not \(feed.lines) \(feed.errors)") {
            guard let line = feed.last, let json = try? JSONValue(parsing: line) else { return false }
            return (json["cpu"]?.number).map { (0...1).contains($0) } == true && (json["memory"]?.number ?? 0) > 0
                && json["connection"] == "live"
        }
    }
}

/// The example on the page about kinds shows the contents of its files, and all of them work.
@Suite struct YourOwnDataTests {
    private static let folder = Repository.root.appending(path: "Documentation/tutorial/garden")

    private static var blocks: [[String]] {
        let page = (try? String(contentsOf: Repository.root.appending(path: "Documentation/kinds.md"), encoding: .utf8)) ?? ""
        var found: [[String]] = []
        var block: [String]?
        var isExample = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("## ") { isExample = line == "## A kind in ten minutes" }
            if !isExample {
                block = nil
            } else if line == "```yaml" || line == "```json" {
                block = []
            } else if line == "```" {
                if let lines = block { found.append(lines) }
                block = nil
            } else {
                block?.append(line)
            }
        }
        return found
    }

    @Test func thePageQuotesItsFiles() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).map {
            try String(contentsOf: Self.folder.appending(path: $0), encoding: .utf8).split(separator: "\n").map(String.init)
        }
        #expect(Self.blocks.count == 10)
        for block in Self.blocks {
            let isThere = files.contains { file in file.indices.contains { file[$0...].prefix(block.count).elementsEqual(block) } }
            #expect(isThere, "no file has\n\(block.joined(separator: "\n"))")
        }
    }

    @Test func itsCommandsDoWhatItSays() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let environment = ["SUBDIAL_TEMPLATES": Self.folder.deletingLastPathComponent().path]
        func run(_ arguments: String...) throws -> Sandbox.Outcome { try sandbox.run(arguments, environment: environment) }
        let check = try run("kind", "check", "garden")
        #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
        let shown = try run("kind", "show", "garden").output
        let page = try String(contentsOf: Repository.root.appending(path: "Documentation/kinds.md"), encoding: .utf8)
        for line in shown.split(separator: "\n").prefix(7) { #expect(page.contains(line), "\(line)") }
        let line = try run("feed", "--kind", "garden", "--format", "waybar", "--once").output
        #expect(page.contains(line))
        for family in ["systemSmall", "systemMedium"] {
            #expect(
                try run("render", "garden", "--family", family, "--set", "temperature=31.6", "--set", "door=open", "-o", "a.png").status
                    == 0)
        }
    }

    /// The kind of the picture in the template reference.
    @Test func theSongIsDrawn() throws {
        let sandbox = try Sandbox()
        defer { sandbox.clean() }
        let environment = ["SUBDIAL_TEMPLATES": Self.folder.deletingLastPathComponent().path]
        let check = try sandbox.run(["kind", "check", "song"], environment: environment)
        #expect(check.status == 0 && check.errors.isEmpty, "\(check.errors)")
        let layout = try sandbox.run(
            ["render", "song", "--family", "systemMedium", "--set", "beat=20", "-o", "song.png"], environment: environment)
        #expect(layout.status == 0 && layout.errors.isEmpty, "\(layout.errors)")
    }
}
