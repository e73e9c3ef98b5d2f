import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialExpressions
import SubdialFeeds
import SubdialKinds
import SubdialSystem
import SubdialTemplates
import SubdialTimeline
import SubdialWidgets

/// Parses a suite file; errors contain the key path.
struct SuiteReader {
    let path: String
    private var places = YAMLDocument.Places()

    init(path: String) { self.path = path }

    private static let top = [
        "name", "references", "store", "fonts", "templates", "kinds", "entries", "matrix", "compare", "levels", "cases",
    ]
    private static let caseKeys = [
        "id", "template", "kind", "entries", "documents", "at", "set", "bars", "line", "matrix", "compare", "levels", "masks",
    ]

    /// The default values of a case.
    private struct Defaults {
        var entries: [String] = []
        var matrix = LookMatrix.ofSuites
        /// The sensitivity that the suite chooses; nil if it chooses none.
        var sensitivity: PixelSensitivity?
        var limits = PictureLimits()
        var levels = SnapshotLevel.ofWidgets
    }

    func suite(_ text: String) throws(SnapshotError) -> SnapshotSuite {
        var reader = self
        reader.places = YAMLDocument.places(in: text, file: path)
        return try reader.read(text)
    }

    private func read(_ text: String) throws(SnapshotError) -> SnapshotSuite {
        let json: JSONValue
        do {
            json = try YAMLDocument.json(text, file: path, checksExpressions: true)
        } catch {
            let place = error.problems.first.map { "\(path):\($0.position.line):\($0.position.column)" }
            throw .suite(path: place ?? path, reason: error.problems.first?.message ?? "this is not YAML")
        }
        let members = try members(json, at: "", of: Self.top)
        var suite = SnapshotSuite(name: "snapshots", path: path, references: SnapshotSuite.defaultReferences, cases: [])
        var defaults = Defaults()
        for member in members {
            switch member.key {
            case "name": suite.name = try string(member.value, member.key)
            case "references": suite.references = try string(member.value, member.key)
            case "store": suite.store = try string(member.value, member.key)
            case "fonts": suite.fonts = try string(member.value, member.key)
            case "entries": defaults.entries = try strings(member.value, member.key)
            case "matrix": defaults.matrix = try matrix(member.value, member.key, over: defaults.matrix)
            case "compare": (defaults.sensitivity, defaults.limits) = try comparison(member.value, member.key, defaults)
            case "levels": defaults.levels = try levels(member.value, member.key)
            default: break
            }
        }
        func add(_ snapshotCase: SnapshotSuite.Case, _ index: Int, of key: String) {
            let lines = YAMLDocument.lines(ofItemsOf: key, in: text, file: path)
            suite.cases.append(snapshotCase)
            suite.cases[suite.cases.count - 1].line = lines.indices.contains(index) ? lines[index] : nil
        }
        let templates = try json["templates"].map { (v) throws(SnapshotError) in try strings(v, "templates") } ?? []
        for (index, template) in templates.enumerated() {
            add(new(id: template.nameOfFile, template: template, kind: nil, defaults), index, of: "templates")
        }
        let kinds = try json["kinds"].map { (v) throws(SnapshotError) in try strings(v, "kinds") } ?? []
        for (index, kind) in kinds.enumerated() { add(new(id: kind, template: nil, kind: kind, defaults), index, of: "kinds") }
        if case .array(let list)? = json["cases"] {
            for (index, value) in list.enumerated() { add(try readCase(value, "cases[\(index)]", defaults), index, of: "cases") }
        } else if json["cases"] != nil {
            throw error("cases", "a list of cases should stand here")
        }
        try check(suite)
        return suite
    }

    private func check(_ suite: SnapshotSuite) throws(SnapshotError) {
        guard !suite.cases.isEmpty else { throw .suite(path: path, reason: "there is no case; name templates, kinds or cases") }
        var ids: Set<String> = []
        for snapshotCase in suite.cases {
            guard ids.insert(snapshotCase.id).inserted else {
                throw .suite(path: path, reason: "two cases are called '\(snapshotCase.id)'; give one another id")
            }
            guard !snapshotCase.subjects.isEmpty else {
                throw .suite(path: path, reason: "the case '\(snapshotCase.id)' has no entries; name some, for it or for the whole suite")
            }
            guard !snapshotCase.levels.contains(.line) || !snapshotCase.bars.isEmpty else {
                throw .suite(
                    path: path, reason: "the case '\(snapshotCase.id)' has the level line, and no bars; name some, as in bars: [waybar]")
            }
        }
    }

    private func new(id: String, template: String?, kind: String?, _ defaults: Defaults) -> SnapshotSuite.Case {
        SnapshotSuite.Case(
            id: id, template: template, kind: kind, entries: defaults.entries, matrix: defaults.matrix,
            sensitivity: defaults.sensitivity ?? .exact, limits: defaults.limits, masks: [], levels: defaults.levels)
    }

    private func readCase(_ value: JSONValue, _ place: String, _ defaults: Defaults) throws(SnapshotError) -> SnapshotSuite.Case {
        let members = try members(value, at: place, of: Self.caseKeys)
        var result = new(id: "", template: nil, kind: nil, defaults)
        let keys = Set(members.map(\.key))
        for member in members {
            let place = "\(place).\(member.key)"
            switch member.key {
            case "id": result.id = try string(member.value, place)
            case "template": result.template = try string(member.value, place)
            case "kind": result.kind = try string(member.value, place)
            case "entries": result.entries = try strings(member.value, place)
            case "documents": result.documents = try strings(member.value, place)
            case "at": result.date = try date(member.value, place)
            case "set": result.values = try settings(member.value, place)
            case "bars": result.bars = try bars(member.value, place)
            case "line": result.lineSettings = try lineSettings(member.value, place)
            case "matrix": result.matrix = try matrix(member.value, place, over: result.matrix)
            case "compare":
                let own = try comparison(member.value, place, defaults)
                (result.sensitivity, result.limits) = (own.sensitivity ?? .exact, own.limits)
            case "levels": result.levels = try levels(member.value, place)
            default: result.masks = try masks(member.value, place)
            }
        }
        // With bars and no levels, only lines are compared.
        if keys.contains("bars"), !keys.contains("levels") { result.levels = [.line] }
        try check(result, keys, place)
        if result.id.isEmpty { result.id = result.template?.nameOfFile ?? result.kind ?? "" }
        guard result.id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }), !result.id.isEmpty else {
            throw error("\(place).id", "an id has letters, digits, '-' and '_', not '\(result.id)'")
        }
        return result
    }

    /// The sensitivity, nil if none is chosen, and the limits.
    ///
    /// A setting of pixelmatch chooses its measure, unless `exact` is set.
    private func comparison(_ value: JSONValue, _ place: String, _ defaults: Defaults) throws(SnapshotError) -> (
        sensitivity: PixelSensitivity?, limits: PictureLimits
    ) {
        let chosen: Set = ["threshold", "includeAA", "checkerboard", "metric"]
        let keys = [
            "exact", "threshold", "includeAA", "checkerboard", "metric", "maxDifferentPixels", "maxDifferentRatio", "window", "minSSIM",
            "maxDeltaE",
        ]
        var exact = defaults.sensitivity.map { $0 == .exact }
        var (threshold, smoothing, checkerboard, metric, limits) = (0.1, false, true, ColorMetric.yiq, defaults.limits)
        // The suite's sensitivity is the default of a case.
        if case .perceived(let measure, let counts, let ground, let colors) = defaults.sensitivity {
            (threshold, smoothing, checkerboard, metric) = (measure, counts, ground, colors)
        }
        let settings = try members(value, at: place, of: keys)
        if exact == nil, settings.contains(where: { chosen.contains($0.key) }) { exact = false }
        for member in settings {
            let place = "\(place).\(member.key)"
            switch member.key {
            case "exact": exact = try flag(member.value, place)
            case "includeAA": smoothing = try flag(member.value, place)
            case "checkerboard": checkerboard = try flag(member.value, place)
            case "threshold": threshold = try number(member.value, place, 0...1)
            case "metric":
                let word = try string(member.value, place)
                guard let known = ColorMetric(rawValue: word) else {
                    throw error(place, "there is no metric '\(word)'\(Self.hint(word, ColorMetric.allCases.map(\.rawValue)))")
                }
                metric = known
            case "minSSIM": limits.minSimilarity = try number(member.value, place, -1...1)
            case "maxDeltaE": limits.maxDeltaE = try number(member.value, place, 0...200)
            case "maxDifferentPixels": limits.maxDifferentPixels = Int(saturating: try number(member.value, place, 0...1e9))
            case "maxDifferentRatio": limits.maxDifferentRatio = try number(member.value, place, 0...1)
            default:
                var (size, limit) = (PictureComparer.windowSize, 0)
                for part in try members(member.value, at: place, of: ["size", "limit"]) {
                    // A window without an extent would contain nothing, and every picture would pass.
                    let least = part.key == "size" ? 1.0 : 0
                    let number = Int(saturating: try number(part.value, "\(place).\(part.key)", least...1e6))
                    if part.key == "size" { size = number } else { limit = number }
                }
                limits.densestWindow = WindowLimit(size: size, limit: limit)
            }
        }
        let perceived = PixelSensitivity.perceived(
            threshold: threshold, countsSmoothing: smoothing, checkerboard: checkerboard, metric: metric)
        return (exact.map { $0 ? .exact : perceived }, limits)
    }

    private func levels(_ value: JSONValue, _ place: String) throws(SnapshotError) -> Set<SnapshotLevel> {
        var levels: Set<SnapshotLevel> = []
        for word in try strings(value, place) {
            guard let level = SnapshotLevel(rawValue: word) else {
                throw error(place, "there is no level '\(word)'\(Self.hint(word, SnapshotLevel.allCases.map(\.rawValue)))")
            }
            levels.insert(level)
        }
        guard !levels.isEmpty else {
            throw error(place, "at least one of \(SnapshotLevel.allCases.map(\.rawValue).joined(separator: ", ")) should stand here")
        }
        return levels
    }

    private func masks(_ value: JSONValue, _ place: String) throws(SnapshotError) -> [SnapshotMask] {
        guard case .array(let list) = value else { throw error(place, "a list of masks should stand here") }
        var masks: [SnapshotMask] = []
        for (index, value) in list.enumerated() {
            let place = "\(place)[\(index)]"
            let parts = try members(value, at: place, of: ["node", "x", "y", "width", "height"])
            if let node = value["node"] {
                masks.append(.node(try string(node, "\(place).node")))
                continue
            }
            var numbers: [String: Double] = [:]
            for part in parts { numbers[part.key] = try number(part.value, "\(place).\(part.key)", 0...1e5) }
            guard let x = numbers["x"], let y = numbers["y"], let width = numbers["width"], let height = numbers["height"] else {
                throw error(place, "a mask has x, y, width and height in points, or a node's id")
            }
            masks.append(.rectangle(x: x, y: y, width: width, height: height))
        }
        return masks
    }
}

extension SuiteReader {
    /// The error about a value or one of its keys, with its position in the file.
    private func error(_ place: String, _ reason: String, key: String? = nil) -> SnapshotError {
        let position = key.map { places.key(place.isEmpty ? $0 : "\(place).\($0)") } ?? places.value(place)
        return .suite(
            path: position.map { "\(path):\($0.line):\($0.column)" } ?? path, reason: place.isEmpty ? reason : "\(place): \(reason)")
    }

    /// The end of a message about an unknown name: the nearest name, or all of them.
    private static func hint(_ word: String, _ known: [String]) -> String {
        let hint = Suggestion.hint(for: word, among: known)
        return hint.isEmpty ? "; there are \(known.joined(separator: ", "))" : hint
    }

    private func members(_ value: JSONValue, at place: String, of keys: [String]) throws(SnapshotError) -> [JSONMember] {
        guard case .object(let members) = value else { throw error(place, "keys with values should stand here, not \(value.kind)") }
        for member in members where !keys.contains(member.key) {
            throw error(place, "there is no key '\(member.key)'\(Suggestion.hint(for: member.key, among: keys))", key: member.key)
        }
        return members
    }

    private func string(_ value: JSONValue, _ place: String) throws(SnapshotError) -> String {
        guard let text = value.string ?? value.number.map({ _ in value.text() }), !text.isEmpty else {
            throw error(place, "a text should stand here, not \(value.kind)")
        }
        return text
    }

    private func strings(_ value: JSONValue, _ place: String) throws(SnapshotError) -> [String] {
        guard case .array(let values) = value else { return [try string(value, place)] }
        var result: [String] = []
        for (index, value) in values.enumerated() { result.append(try string(value, "\(place)[\(index)]")) }
        return result
    }

    private func flag(_ value: JSONValue, _ place: String) throws(SnapshotError) -> Bool {
        guard let flag = value.bool else { throw error(place, "true or false should stand here, not \(value.kind)") }
        return flag
    }

    private func number(_ value: JSONValue, _ place: String, _ range: ClosedRange<Double>) throws(SnapshotError) -> Double {
        guard let number = value.number, range.contains(number) else {
            throw error(place, "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText) should stand here")
        }
        return number
    }
}

extension SnapshotSuite {
    /// Reads the suite at a path.
    package init(path: String) throws(SnapshotError) {
        let path = path.hasPrefix("/") ? path.plainPath : path
        guard let data = FileManager.default.contents(atPath: path) else { throw .missing(path: path, what: "suite file") }
        let text = String(decoding: data, as: UTF8.self)
        self = try SuiteReader(path: path).suite(text)
        hash = String(text.replacing("\r\n", with: "\n").stableHash, radix: 16)
    }
}

extension SuiteReader {
    private static let lineKeys = [
        "text", "tooltip", "texts", "width", "marquee", "progressClass", "percentage", "class", "alt", "icons", "clicks",
    ]

    /// Checks that the keys of a case are compatible.
    ///
    /// - Throws: ``SnapshotError`` for a contradiction.
    private func check(_ snapshotCase: SnapshotSuite.Case, _ keys: Set<String>, _ place: String) throws(SnapshotError) {
        let drawsWidgets = !snapshotCase.levels.isDisjoint(with: SnapshotLevel.ofWidgets)
        if snapshotCase.template != nil, snapshotCase.kind != nil || !snapshotCase.documents.isEmpty {
            let reason =
                snapshotCase.kind == nil
                ? "documents need a kind, which makes entries of them, and not a template" : "a case needs either a template or a kind"
            throw error(place, reason)
        }
        if snapshotCase.template == nil, snapshotCase.kind == nil, drawsWidgets {
            throw error(place, "a case needs either a template or a kind")
        }
        if keys.contains("documents") {
            guard !keys.contains("entries") else { throw error(place, "a case has either entries or documents", key: "documents") }
            guard snapshotCase.kind != nil else {
                throw error(place, "documents need a kind, which makes entries of them", key: "documents")
            }
            guard keys.contains("at") else {
                throw error(
                    place, "documents need the date at which they came, as in at: 2026-01-08T20:15:04Z", key: "documents")
            }
        }
        if keys.contains("line"), !keys.contains("bars") {
            throw error(place, "a line needs the bars that it is for, as in bars: [waybar]", key: "line")
        }
        if keys.contains("bars"), !snapshotCase.levels.contains(.line) {
            throw error(place, "bars need the level line among the levels", key: "bars")
        }
    }

    /// Parses an ISO 8601 date.
    private func date(_ value: JSONValue, _ place: String) throws(SnapshotError) -> Date {
        guard let date = value.string.flatMap({ Date(iso8601: $0) }) else {
            throw error(place, "a date such as 2026-01-08T20:15:04Z should stand here, not \(value.text())")
        }
        return date
    }

    /// Parses values of parameters and fields.
    private func settings(_ value: JSONValue, _ place: String) throws(SnapshotError) -> [SnapshotSuite.Case.Setting] {
        guard case .object(let members) = value else { throw error(place, "keys with values should stand here, not \(value.kind)") }
        return members.map { SnapshotSuite.Case.Setting(name: $0.key, value: Value($0.value)) }
    }

    /// Parses the names of bar formats.
    private func bars(_ value: JSONValue, _ place: String) throws(SnapshotError) -> [String] {
        let bars = try strings(value, place)
        guard !bars.isEmpty else { throw error(place, "at least one bar should stand here") }
        for (index, bar) in bars.enumerated() {
            do throws(FeedError) {
                _ = try FeedFormat.named(bar)
            } catch {
                throw self.error(value.string == nil ? "\(place)[\(index)]" : place, error.description)
            }
        }
        return bars
    }

    /// Parses the settings of lines: the keys of `feed` in the configuration and in a kind.
    private func lineSettings(_ value: JSONValue, _ place: String) throws(SnapshotError) -> FeedSettings {
        var settings = FeedSettings()
        for member in try members(value, at: place, of: Self.lineKeys) {
            let (value, place) = (member.value, "\(place).\(member.key)")
            switch member.key {
            case "text": settings.text = try anyText(value, place)
            case "tooltip": settings.tooltip = try anyText(value, place)
            case "texts":
                for state in try members(value, at: place, of: FeedState.allCases.map(\.rawValue)) {
                    settings.texts[state.key] = try anyText(state.value, "\(place).\(state.key)")
                }
            case "width": settings.width = Int(saturating: try number(value, place, 1...Double(FeedOptions.maximumWidth)))
            case "marquee": settings.marquee = try flag(value, place)
            case "progressClass": settings.progressClass = try flag(value, place)
            case "percentage": settings.percentage = try anyText(value, place)
            case "class": settings.className = try anyText(value, place)
            case "alt": settings.alt = try anyText(value, place)
            case "icons":
                guard case .object(let icons) = value else { throw error(place, "keys with values should stand here, not \(value.kind)") }
                for icon in icons { settings.icons[icon.key] = try anyText(icon.value, "\(place).\(icon.key)") }
            default:
                for click in try members(value, at: place, of: ClickButton.allCases.map(\.rawValue)) {
                    guard let button = ClickButton(rawValue: click.key) else { continue }
                    settings.clicks[button] = try anyText(click.value, "\(place).\(click.key)")
                }
            }
        }
        do throws(FeedError) {
            _ = try FeedOptions(format: "plain", settings: settings)
        } catch {
            throw self.error(place, error.description)
        }
        return settings
    }

    /// Parses a text that may be empty.
    private func anyText(_ value: JSONValue, _ place: String) throws(SnapshotError) -> String {
        value.string?.isEmpty == true ? "" : try string(value, place)
    }
}

extension SuiteReader {
    /// Parses the looks of a matrix; missing keys have the values of `base`.
    private func matrix(_ value: JSONValue, _ place: String, over base: LookMatrix) throws(SnapshotError) -> LookMatrix {
        var matrix = base
        for member in try members(value, at: place, of: LookAxis.all.map(\.suite)) {
            guard let axis = LookAxis.all.first(where: { $0.suite == member.key }) else { continue }
            matrix[axis] = try elements(member.value, "\(place).\(member.key)") { (value, place) throws(SnapshotError) in
                try look(axis, value, place)
            }
        }
        return matrix
    }

    /// The items of a list, or a single value as a list.
    private func elements<Element>(
        _ value: JSONValue, _ place: String, _ read: (JSONValue, String) throws(SnapshotError) -> Element
    ) throws(SnapshotError) -> [Element] {
        guard case .array(let values) = value else { return [try read(value, place)] }
        var result: [Element] = []
        for (index, value) in values.enumerated() { result.append(try read(value, "\(place)[\(index)]")) }
        guard !result.isEmpty else { throw error(place, "at least one word should stand here") }
        return result
    }

    /// Parses the value of an axis.
    private func look(_ axis: LookAxis, _ value: JSONValue, _ place: String) throws(SnapshotError) -> WidgetLook {
        var look = WidgetLook(family: .systemSmall)
        if axis.hasNone, value.string == LookAxis.none { return look }
        let given: LookValue
        switch axis.form {
        case .flag: given = .flag(try flag(value, place))
        case .number: given = .number(value.number ?? .nan)
        case .panel: given = .panel(try panel(value, place))
        case .color: given = .text(value.string ?? value.text())
        case .words, .name, .file, .language, .timeZone: given = .text(try string(value, place))
        }
        guard axis.set(given, in: &look) else { throw refusal(of: given, axis, value, place) }
        return look
    }

    /// The error about a value that an axis does not have.
    private func refusal(of given: LookValue, _ axis: LookAxis, _ value: JSONValue, _ place: String) -> SnapshotError {
        guard case .text(let text) = given else {
            guard case .number(let expected, let unit) = axis.form else { return error(place, "this is no \(axis.name)") }
            return error(place, "\(expected) should stand here\(unit.map { ", \($0)" } ?? "")")
        }
        switch axis.form {
        case .words(let words):
            return error(place, "there is no '\(text)'\(Self.hint(text, (axis.hasNone ? [LookAxis.none] : []) + words))")
        case .timeZone where text == "local":
            return error(place, "local is another zone on every machine; name one, such as Europe/Berlin")
        case .timeZone: return error(place, "there is no time zone '\(text)'; write it like Europe/Berlin, UTC or +01:00")
        case .color:
            // In YAML an unquoted `#` begins a comment.
            let shown = value.kind == JSONValue.null.kind ? "nothing; a number sign needs quotes" : "'\(text)'"
            let hint = WidgetTint("#\(text)") == nil ? "" : "; did you mean '\"#\(text)\"'?"
            return error(place, "a colour such as \"#FF9500\" or none should stand here, not \(shown)\(hint)")
        case .language, .name, .file, .flag, .number, .panel:
            return error(place, "\(axis.form.expected ?? "a \(axis.name)") should stand here, not '\(text)'")
        }
    }

    private func panel(_ value: JSONValue, _ place: String) throws(SnapshotError) -> PanelChoice {
        if let word = value.string {
            guard word == PanelChoice.own else {
                throw error(place, "there is no '\(word)'; there are none, own, and options such as { depth: 1, dither: atkinson }")
            }
            return PanelChoice()
        }
        let keys = PanelChoice.Key.allCases
        var texts: [PanelChoice.Key: String] = [:]
        let given = try members(value, at: place, of: keys.map(\.suite))
        guard !given.isEmpty else { throw error(place, "there are none, own, and options such as { depth: 1, dither: atkinson }") }
        for member in given {
            guard let key = keys.first(where: { $0.suite == member.key }) else { continue }
            texts[key] = try string(member.value, "\(place).\(member.key)")
        }
        do throws(InkError) {
            return try PanelChoice(texts)
        } catch .option(let name, let reason) {
            throw error(PanelChoice.Key(rawValue: name).map { "\(place).\($0.suite)" } ?? place, reason)
        } catch {
            throw self.error(place, error.description)
        }
    }
}
