import Foundation
import SubdialDocuments
import SubdialTestSupport
import SubdialTimeline
import SubdialWebServer
import SubdialWidgets
import Testing

@testable import SubdialServe

/// Tests of parsing URLs, bodies and header fields.
@Suite struct AddressTests {
    @Test(arguments: [
        ("/", ServePath.top("")), ("", nil), ("/page.js", .top("page.js")), ("/events", .top("events")),
        ("/now-playing/systemMedium.png", .picture(kind: "now-playing", look: WidgetLook(family: .systemMedium), format: .png)),
        ("/now-playing/systemMedium.json", .description(kind: "now-playing", look: WidgetLook(family: .systemMedium))),
        ("/weather:home/accessoryInline.png", .picture(kind: "weather:home", look: WidgetLook(family: .accessoryInline), format: .png)),
        ("/now-playing/lockScreen.png", .picture(kind: "now-playing", look: WidgetLook(presentation: .lockScreen), format: .png)),
        ("/match/expanded.json", .description(kind: "match", look: WidgetLook(presentation: .expanded))),
        ("/weather%3Ahome/entry.json", .entry(kind: "weather:home")), ("/now-playing/systemMedium.gif", nil),
        ("/now-playing/systemHuge.png", nil), ("/now-playing/", .top("now-playing")), ("/a/b/systemMedium.png", nil),
        ("/../systemMedium.png", nil), ("/.hidden/systemMedium.png", nil), ("/a%2F..%2Fb/systemMedium.png", nil),
        ("/%zz/systemMedium.png", nil), ("/a%00/systemMedium.png", nil), ("now-playing/systemMedium.png", nil),
    ])
    func paths(_ path: String, _ meant: ServePath?) { #expect((try? ServePath(path)) == meant) }

    /// Every part that `subdial activity` draws has an address, and a message about a similar name.
    @Test(arguments: ActivityPresentation.allCases) func everyPartOfALiveActivityHasAnAddress(_ part: ActivityPresentation) throws {
        #expect(
            try ServePath("/match/\(part.rawValue).png") == .picture(kind: "match", look: WidgetLook(presentation: part), format: .png))
        let error = #expect(throws: ServeError.self) { try ServePath("/match/\(part.rawValue)s.png") }
        #expect(error?.status == .notFound && error?.description.hasSuffix("did you mean '\(part.rawValue)'?") == true)
    }

    private static func query(_ items: [(String, String)]) throws -> PictureQuery {
        try PictureQuery(WidgetLook(family: .systemSmall), items.map { ($0, $1) })
    }

    @Test func theOrderOfAQueryDoesNotCount() throws {
        let items = [("theme", "studio"), ("scale", "2"), ("square", ""), ("appearance", "light"), ("subject", "x"), ("v", "7")]
        #expect(try Self.query(items) == Self.query(items.reversed()))
        #expect(try Self.query([("v", "1")]) == Self.query([]))
        #expect(try Self.query([("scale", "2.0")]) == Self.query([("scale", "2")]))
        #expect(try Self.query([("scale", "3")]) != Self.query([]))
    }

    /// A URL has every axis of a look but those that the path, the source, the panel's own parameters or nothing decide.
    @Test func everyAxisHasAParameter() {
        let others = LookAxis.all.filter { $0.parameter == nil }
        #expect(others == [.family, .presentation, .timeZone, .backdrop, .panel, .moment, .animated])
    }

    @Test(arguments: LookAxis.all.filter { $0.parameter != nil }) func aParameterSetsItsAxis(_ axis: LookAxis) throws {
        let parameter = try #require(axis.parameter)
        let values: [String] =
            switch axis.form {
            case .words(let words): words
            case .flag: ["0", "1"]
            case .number: ["2"]
            case .language: ["de"]
            case .color: ["#FF9500"]
            case .timeZone: ["Europe/Berlin"]
            case .name, .file, .panel: ["some"]
            }
        let usual = try Self.query([]).look
        let looks = try values.map { try Self.query([(parameter, $0)]).look }
        #expect(looks.contains { axis.isChosen(in: $0) && $0 != usual })
        #expect(PictureQuery.names.contains(parameter))
    }

    @Test(arguments: [
        ("size", "400x300"), ("depth", "2"), ("palette", "mine"), ("dither", "atkinson"), ("rotate", "90"), ("max-bytes", "9000"),
    ])
    func everyOptionOfAPanelIsAParameter(_ name: String, _ value: String) throws {
        let panel = try #require(try Self.query([(name, value)]).look.panel)
        #expect(PanelChoice.Key.allCases.compactMap { panel.text($0) } == [value])
    }

    @Test(arguments: [
        ("devize", "x", "a picture's address has no 'devize'; did you mean 'device'?"),
        ("scale", "0", "scale takes a number above 0 and up to 32, not '0'"),
        ("scale", "nan", "scale takes a number above 0 and up to 32, not 'nan'"),
        ("square", "yes", "square takes 1 or 0, not 'yes'"), ("appearance", "grey", "appearance takes one of light, dark, not 'grey'"),
        ("at", "2026-02-30", "at takes a date such as 2026-01-08T20:15:04Z, not '2026-02-30'"),
        ("tint", "red", "tint takes a colour such as #FF9500, its # written %23, not 'red'"),
        ("language", "de;x", "language takes a tag such as de or pt-BR, not 'de;x'"),
    ])
    func wrongQueries(_ name: String, _ value: String, _ message: String) {
        let error = #expect(throws: ServeError.self) { try Self.query([(name, value)]) }
        #expect(error?.status == .badRequest && error?.description == message)
    }

    @Test func aPictureHasABoundOfPixels() throws {
        let catalog = try WidgetRenderer.catalog(ResourceFolder(path: Repository.root.appending(path: "Templates").path))
        func environment(_ items: [(String, String)]) throws -> WidgetEnvironment {
            let query = try Self.query(items)
            return try query.environment(query.device(catalog, .grays).device, now: .now, timeZones: .init())
        }
        let drawn = try environment([("scale", "2"), ("device", "iphone-se-3")])
        #expect(drawn.scale == 2 && drawn.device.id == "iphone-se-3")
        #expect(throws: ServeError.self) { try environment([("scale", "32"), ("device", "iphone-15")]) }
        // Of a part whose height depends on the content, the maximum height counts.
        let tall = try PictureQuery(WidgetLook(presentation: .expanded), [("scale", "17")])
        #expect(throws: ServeError.self) { try tall.environment(tall.device(catalog, .grays).device, now: .now, timeZones: .init()) }
        #expect(throws: ServeError.self) { try environment([("device", "iphone-99")]) }
    }

    @Test(arguments: [
        ("127.0.0.1:8380", "127.0.0.1:8380", true), ("[::1]:0", "[::1]:0", true), ("localhost:80", "localhost:80", true),
        ("0.0.0.0:8380", "0.0.0.0:8380", false), ("[::]:8380", "[::]:8380", false), ("127.evil.example:80", "127.evil.example:80", false),
        ("nas.local:8380", "nas.local:8380", false), ("8380", nil, false), ("::1:80", nil, false), ("a:65536", nil, false),
        (":80", nil, false),
        ("[a]:80", nil, false), ("http://a:80", nil, false), ("a:-1", nil, false),
    ])
    func listenAddresses(_ text: String, _ shown: String?, _ isLoopback: Bool) {
        let address = try? ListenAddress(text)
        #expect(address?.description == shown && address?.isLoopback ?? false == isLoopback)
    }

    @Test(
        arguments: [
            ("playPause", nil, "play-pause"), ("volumeUp", nil, "volume up"), ("volume", 35.4, "volume 35"),
            ("volumePercent", 41.6, "volume 42%"), ("seek", 90, "seek 90"),
            ("volume", nil, nil), ("volumePercent", nil, nil), ("volume", -1, nil), ("volume", .infinity, nil), ("next", 1, nil),
            ("open", nil, nil), ("zone", nil, nil),
            ("open file:///etc/passwd", nil, nil),
        ] as [(String, Double?, String?)])
    func intents(_ intent: String, _ value: Double?, _ words: String?) {
        #expect((try? TapIntent.words(intent, value: value, isPlayback: true)) == words)
    }

    @Test(arguments: [
        ("playPause", "Play or pause"), ("volumePercent", "Volume"), ("toggle", "Toggle"), ("switchPower", "Switch power"),
        ("add-goal", "Add goal"),
    ])
    func labels(_ intent: String, _ label: String) { #expect(TapIntent.label(intent) == label) }

    @Test(arguments: [
        (#"{"kind":"a","intent":"b"}"#, true), (#"{"kind":"a","intent":"b","subject":null,"value":3}"#, true), ("[]", false), ("", false),
        (#"{"kind":"a"}"#, false), (#"{"kind":"a","intent":1}"#, false), (#"{"kind":"a","intent":"b","value":"3"}"#, false),
        (#"{"kind":"a","intent":"b","subject":1}"#, false), (#"{"kind":"a","intent":"b","more":1}"#, false),
    ])
    func actions(_ body: String, _ isGood: Bool) { #expect(((try? ActionRequest(Array(body.utf8))) != nil) == isGood) }

    @Test func datesOfHeaderFields() {
        let date = Date(timeIntervalSince1970: 784_111_777)
        #expect(date.httpText == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(Date(httpText: "Sun, 06 Nov 1994 08:49:37 GMT") == date)
        for wrong in ["", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 99 Nov 1994 08:49:37 GMT"] {
            #expect(Date(httpText: wrong) == nil, "\(wrong)")
        }
    }

    @Test(
        arguments: [
            ("\"a\"", nil, true), ("W/\"a\"", nil, true), ("\"b\", \"a\" ", nil, true), ("*", nil, true), ("\"b\"", nil, false),
            ("a", nil, false), ("\"b\"", "Sun, 06 Nov 1994 08:49:37 GMT", false), (nil, "Sun, 06 Nov 1994 08:49:37 GMT", true),
            (nil, "Sun, 06 Nov 1994 08:49:36 GMT", false), (nil, "soon", false), (nil, nil, false),
        ] as [(String?, String?, Bool)])
    func conditions(_ tags: String?, _ date: String?, _ isFresh: Bool) {
        let conditions = Conditions(tags: tags, date: date)
        #expect(conditions.isFresh(tag: "\"a\"", modified: Date(timeIntervalSince1970: 784_111_777.9)) == isFresh)
    }

    /// Any text is parsed or rejected, and none ends the server.
    @Test func noiseIsUnderstoodOrRefused() {
        var random = SplitMix64(seed: 17)
        let pieces = [
            "/", "%", "%2", "%41", "..", ".png", ".json", "now-playing", "\u{0}", "é", ":", "systemSmall", "\"", "*", ",", "{", "1e999",
        ]
        for _ in 0..<8000 {
            let text = (0..<Int(random.next() % 6)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
            _ = try? ServePath(text)
            _ = try? ServePath("/" + text)
            _ = try? ListenAddress(text)
            _ = try? ActionRequest(Array(text.utf8))
            _ = Conditions(tags: text, date: text).isFresh(tag: "\"a\"", modified: .now)
            for name in PictureQuery.names { _ = try? PictureQuery(WidgetLook(family: .systemSmall), [(name, text)]) }
        }
    }
}
