import FoundationEssentials
import SubdialDocuments
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialWidgets

extension SuiteReader {
    private static let matrixKeys = [
        "families", "devices", "appearances", "modes", "themes", "typeSizes", "languages", "placements", "directions", "redactions",
        "timeZones", "tints", "backdrops", "night", "reducedLuminance", "noBackground", "scales", "square", "panels", "moments", "animated",
    ]

    /// Parses the looks of a matrix; missing keys have the values of `base`.
    func matrix(_ value: JSONValue, _ place: String, over base: SnapshotMatrix) throws(SnapshotError) -> SnapshotMatrix {
        var matrix = base
        for member in try members(value, at: place, of: Self.matrixKeys) {
            let (value, place) = (member.value, "\(place).\(member.key)")
            switch member.key {
            case "families": matrix.families = try words(value, place, WidgetFamily.allCases.map(\.rawValue))
            case "devices": matrix.devices = try words(value, place)
            case "appearances": matrix.appearances = try words(value, place, Appearance.allCases.map(\.rawValue))
            case "modes": matrix.modes = try words(value, place, RenderingMode.allCases.map(\.rawValue))
            case "themes": matrix.themes = try words(value, place)
            case "typeSizes": matrix.typeSizes = try words(value, place, TypeSize.allCases.map(\.rawValue))
            case "languages":
                matrix.languages = try elements(value, place) { (value, place) throws(SnapshotError) in
                    let tag = try string(value, place)
                    guard tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }) else {
                        throw error(place, "a tag such as de or pt-BR should stand here, not '\(tag)'")
                    }
                    return tag
                }
            case "placements": matrix.placements = try words(value, place, WidgetPlacement.allCases.map(\.rawValue))
            case "directions": matrix.directions = try words(value, place, LayoutDirection.allCases.map(\.rawValue))
            case "redactions":
                matrix.redactions = try words(value, place, [LookDetails.none] + Redaction.allCases.map(\.rawValue))
            case "timeZones":
                matrix.timeZones = try elements(value, place) { (value, place) throws(SnapshotError) in try timeZone(value, place) }
            case "tints":
                matrix.tints = try elements(value, place) { (value, place) throws(SnapshotError) in try tint(value, place) }
            case "backdrops": matrix.backdrops = try words(value, place)
            case "night": matrix.night = try flags(value, place)
            case "reducedLuminance": matrix.reducedLuminance = try flags(value, place)
            case "noBackground": matrix.noBackground = try flags(value, place)
            case "scales":
                matrix.scales = try elements(value, place) { (value, place) throws(SnapshotError) in
                    guard let scale = value.number, scale > 0, scale <= 32 else {
                        throw error(place, "a number above 0 and up to 32 should stand here, the pixels of a point")
                    }
                    return scale
                }
            case "square": matrix.square = try flags(value, place)
            case "panels":
                matrix.panels = try elements(value, place) { (value, place) throws(SnapshotError) in try panel(value, place) }
            case "moments":
                matrix.moments = try elements(value, place) { (value, place) throws(SnapshotError) in
                    try number(value, place, 0...1e9)
                }
            default: matrix.animated = try flags(value, place)
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

    /// The texts of a list, checked against `known` if it is not nil.
    private func words(_ value: JSONValue, _ place: String, _ known: [String]? = nil) throws(SnapshotError) -> [String] {
        try elements(value, place) { (value, place) throws(SnapshotError) in
            let word = try string(value, place)
            guard known?.contains(word) != false else { throw error(place, "there is no '\(word)'\(Self.hint(word, known ?? []))") }
            return word
        }
    }

    private func flags(_ value: JSONValue, _ place: String) throws(SnapshotError) -> [Bool] {
        try elements(value, place) { (value, place) throws(SnapshotError) in try flag(value, place) }
    }

    private func timeZone(_ value: JSONValue, _ place: String) throws(SnapshotError) -> String {
        let zone = try string(value, place)
        guard zone != "local" else { throw error(place, "local is another zone on every machine; name one, such as Europe/Berlin") }
        guard TimeZones.isKnown(zone) else {
            throw error(place, "there is no time zone '\(zone)'; write it like Europe/Berlin, UTC or +01:00")
        }
        return zone
    }

    private func tint(_ value: JSONValue, _ place: String) throws(SnapshotError) -> String {
        let word = value.string ?? value.text()
        guard word == LookDetails.none || Color(hex: word) != nil else {
            // In YAML an unquoted `#` begins a comment.
            let shown = value.kind == JSONValue.null.kind ? "nothing; a number sign needs quotes" : "'\(word)'"
            let hint = Color(hex: "#\(word)") == nil ? "" : "; did you mean '\"#\(word)\"'?"
            throw error(place, "a colour such as \"#FF9500\" or none should stand here, not \(shown)\(hint)")
        }
        return word
    }

    private func panel(_ value: JSONValue, _ place: String) throws(SnapshotError) -> SnapshotPanel? {
        if let word = value.string {
            if word == LookDetails.none { return nil }
            guard word == SnapshotPanel.own else {
                throw error(place, "there is no '\(word)'; there are none, own, and options such as { depth: 1, dither: atkinson }")
            }
            return SnapshotPanel()
        }
        let keys = SnapshotPanel.keys.map(\.key)
        var panel = SnapshotPanel()
        let given = try members(value, at: place, of: keys)
        guard !given.isEmpty else { throw error(place, "there are none, own, and options such as { depth: 1, dither: atkinson }") }
        for member in given {
            guard let path = SnapshotPanel.keys.first(where: { $0.key == member.key })?.path else { continue }
            panel[keyPath: path] = try string(member.value, "\(place).\(member.key)")
        }
        do throws(InkError) {
            // The available palettes are known only when pictures are drawn.
            var known = panel
            known.palette = nil
            _ = try known.options(.grays)
        } catch .option(let name, let reason) {
            let key = name == "max-bytes" ? "maxBytes" : name
            throw error(keys.contains(key) ? "\(place).\(key)" : place, reason)
        } catch {
            throw self.error(place, error.description)
        }
        return panel
    }
}
