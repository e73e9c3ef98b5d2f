import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialExpressions
import SubdialTemplates

extension InkPalettes {
    /// The valid keys of a palette in `palettes.yaml`.
    private static let keys = ["wire", "seen"]

    /// Reads the gray palettes and those of `palettes.yaml`; the user's file adds to Subdial's.
    ///
    /// - Throws: `WidgetError.resource` for invalid content.
    public init(_ resources: ResourceFolder) throws(WidgetError) {
        self = .grays
        for (file, text) in resources.everyText("palettes.yaml") {
            for palette in try Self.palettes(text, file: file) { add(palette) }
        }
    }

    /// The maximum size of a single palette's file, in bytes.
    public static let maximumFile = 1 << 16

    /// True for the path of a palette file; false for the name of a known palette.
    public static func isFile(_ written: String) -> Bool {
        written.contains("/") || written.hasSuffix(".yaml") || written.hasSuffix(".yml")
    }

    /// Reads the only palette of the file at a path.
    ///
    /// - Parameter file: The path in messages.
    /// - Throws: `WidgetError` for a missing file, and for invalid content.
    package static func palette(at path: String, as file: String) throws(WidgetError) -> InkPalette {
        guard let data = FileManager.default.contents(atPath: path) else { throw .missingFile(file, reason: "there is no such palette") }
        guard data.count <= maximumFile else { throw .resource(file, reason: "a palette has 64 kB at most") }
        return try palette(String(decoding: data, as: UTF8.self), file: file)
    }

    /// Reads the only palette of a file.
    ///
    /// - Throws: `WidgetError.resource` for invalid content.
    public static func palette(_ text: String, file: String) throws(WidgetError) -> InkPalette {
        let palettes = try palettes(text, file: file)
        guard palettes.count == 1, let palette = palettes.first else {
            throw .resource(
                file,
                reason: "one palette should stand here, not \(palettes.count); several go to palettes.yaml among your templates")
        }
        return palette
    }

    /// Reads the palettes of a file.
    ///
    /// - Throws: `WidgetError.resource` for invalid content.
    public static func palettes(_ text: String, file: String) throws(WidgetError) -> [InkPalette] {
        let json: JSONValue
        do {
            json = try YAMLDocument.json(text, file: file)
        } catch {
            throw .resource(file, reason: error.description)
        }
        guard case .object(let members)? = json["palettes"] else { throw .resource(file, reason: "the key 'palettes' is missing") }
        var palettes: [InkPalette] = []
        for member in members {
            func wrong(_ reason: String) -> WidgetError { .resource(file, reason: "the palette '\(member.key)' \(reason)") }
            guard case .object(let parts) = member.value else { throw wrong("is a map of 'wire' and 'seen'") }
            for part in parts where !keys.contains(part.key) {
                throw wrong("has no '\(part.key)'\(Suggestion.hint(for: part.key, among: keys))")
            }
            var lists: [String: [InkColor]] = [:]
            for key in keys {
                guard let value = member.value[key] else { continue }
                guard case .array(let values) = value else { throw wrong("has in '\(key)' a list of colours such as \"#FF0000\"") }
                var colors: [InkColor] = []
                for value in values {
                    guard let color = value.string.flatMap(InkColor.init(hex:)) else {
                        throw wrong("has in '\(key)' a colour that is not one such as \"#FF0000\": \(value.text())")
                    }
                    colors.append(color)
                }
                lists[key] = colors
            }
            guard let wire = lists["wire"] else { throw wrong("has no colours in 'wire'") }
            guard let palette = InkPalette(name: member.key, wire: wire, seen: lists["seen"]) else {
                throw wrong("takes 2 to \(InkPalette.maximumColors) different colours in 'wire', and as many in 'seen'")
            }
            palettes.append(palette)
        }
        return palettes
    }
}
