import FoundationEssentials
import SubdialExpressions
import SubdialLayout
import SubdialTemplates
import SubdialTestSupport
import Testing

/// Tests of the shipped templates, unchanged and damaged.
@Suite struct ShippedTemplateTests {
    private static let folder = Repository.root.appending(path: "Templates")

    private static let files: [String] = ["now-playing", "now-playing-art", "volume"].flatMap { kind in
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: kind).path)) ?? []
        return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "\(kind)/\($0)" }
    }

    /// The number of damaged copies of each file; `SUBDIAL_FUZZ=100000` sets the total for all files.
    private static let damages =
        ProcessInfo.processInfo.environment["SUBDIAL_FUZZ"].flatMap { Int($0) }.map { $0 / max(1, files.count) + 1 } ?? 150

    private static func text(_ file: String) -> String? {
        FileManager.default.contents(atPath: folder.appending(path: file).path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A value for every name that a widget's template may use.
    private static let values: [String: Value] = [
        "title": .string("So What"), "artist": .string("Miles Davis"), "album": .string("Kind of Blue"), "zone": .string("Kitchen"),
        "elapsed": .duration(65), "length": .duration(545), "remaining": .duration(480), "progress": .double(0.12), "playing": .bool(true),
        "paused": .bool(false), "stopped": .bool(false), "stale": .bool(false), "offline": .bool(false), "zone_missing": .bool(false),
        "loading": .bool(false), "age": .string("5 min"), "muted": .bool(false), "volume_text": .string("40"), "volume_ratio": .double(0.4),
        "palette": .map(["background": .string("#102030"), "accent": .string("#80A0FF")]), "mode": .string("fullColor"),
        "family": .string("systemMedium"),
        "width": .double(364), "height": .double(170), "dark": .bool(true), "watch": .bool(false), "locked": .bool(false),
        "night": .bool(false), "reduced": .bool(false), "rtl": .bool(false), "unavailable": .list([]),
        "queue": .list([.map(["title": .string("Nardis"), "artist": .string("Bill Evans"), "length": .duration(300)])]),
        "strings": .map(
            Dictionary(
                uniqueKeysWithValues: [
                    "nothing_playing", "offline", "zone_missing", "locked", "up_next", "fixed_volume", "muted", "resume", "decimal",
                ]
                .map { ($0, .string($0)) })),
        "presentation": .string(""), "ended": .bool(false), "placement": .string("standard"), "type_size": .string("large"),
        "accessibility_size": .integer(0), "at": .date(Date(timeIntervalSince1970: 1_767_903_304)),
    ]

    private static let symbols: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "symbols").path)) ?? []
        return names.filter { $0.hasSuffix(".svg") }.map { String($0.dropLast(4)) }
    }()

    private static let context = TemplateContext(variables: values.keys, symbols: symbols)

    private func load(_ text: String, _ file: String) throws(TemplateError) -> Template {
        try Template(text, file: file, context: Self.context) { name in
            let kind = file.prefix { $0 != "/" }
            return Self.text(name.contains("/") ? "\(name).yaml" : "\(kind)/\(name).yaml").map { ("\(name).yaml", $0) }
        }
    }

    @Test func areThere() {
        #expect(Self.files.count >= 12)
        #expect(Self.symbols.count >= 15)
    }

    /// A template can be expanded with values for all names, and without any values.
    @Test(arguments: files) func checkAndExpand(_ file: String) throws {
        let template = try load(try #require(Self.text(file)), file)
        #expect(template.variables.isSubset(of: Self.values.keys))
        _ = try template.expand(in: DictionaryScope(Self.values), margins: Insets(all: 16))
        var none = Self.values.mapValues { _ in Value.missing }
        for name in ["palette", "width", "height", "family", "mode", "strings", "type_size", "accessibility_size"] {
            none[name] = Self.values[name]
        }
        none["stopped"] = .bool(true)
        _ = try template.expand(in: DictionaryScope(none), margins: Insets(all: 16))
    }

    /// Bytes are changed, removed, doubled or inserted: the result is a template, or a list of problems with locations in the file.
    @Test(arguments: files) func damagedNeverCrash(_ file: String) throws {
        let bytes = Array(try #require(Self.text(file)).utf8)
        var random = SplitMix64(seed: UInt64(bytes.count))
        var slowest = Duration.zero
        for _ in 0..<Self.damages {
            let start = ContinuousClock.now
            defer { slowest = max(slowest, ContinuousClock.now - start) }
            let text = String(decoding: Self.damaged(bytes, &random), as: UTF8.self)
            do {
                _ = try load(text, file).expand(in: DictionaryScope(Self.values), margins: Insets(all: 16))
            } catch {
                #expect(
                    !error.problems.isEmpty && error.problems.allSatisfy { $0.position.line >= 1 && $0.position.column >= 1 }, "\(error)")
                #expect(error.problems.allSatisfy { !$0.message.isEmpty && $0.file.hasSuffix(".yaml") }, "\(error)")
                // Only checked in the long run, because a busy machine may take longer.
                if Self.isLong { #expect(slowest < .seconds(1), "\(file)") }
            }
        }
    }

    /// True for the long run.
    private static let isLong = ProcessInfo.processInfo.environment["SUBDIAL_FUZZ"] != nil

    private static let pieces: [[UInt8]] = [
        "{{", "}}", ": ", "\n", "\n    ", "- ", "[", "]", "{", "}", "&a ", "*a", "#", "'", "\"", "|", "? ", "\t", "\u{0}", "é", "-1",
        "1e99", "infinity",
    ].map { Array($0.utf8) }

    private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
            let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes.replaceSubrange(place..<end, with: [])
            case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 2: bytes.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
            case 3: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 4: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
            }
            if bytes.isEmpty { return bytes }
        }
        return bytes
    }
}
