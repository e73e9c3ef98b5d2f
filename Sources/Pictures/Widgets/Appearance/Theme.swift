import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialExpressions
import SubdialTemplates

/// A theme: the light and dark colours, and the scales of text and spacing.
public struct Theme: Sendable {
    /// The name of the default theme.
    package static let standard = "default"

    /// The colour of shapes that warn; in a theme without it, they have that of its words.
    static let warningShape = "warningShape"

    /// The name of its file, without the extension.
    public let name: String
    /// The factor on all text sizes.
    public let fontScale: Double
    /// The factor on all distances between elements.
    public let spacingScale: Double
    /// True if background and accent come from the cover; false for those of the theme.
    public let usesCoverPalette: Bool
    /// The background element for entries with a cover, as YAML; nil for the backgrounds of the templates.
    let ground: String?
    private let colors: [Appearance: [String: Color]]
    /// The appearances for which the file has colours.
    let appearances: Set<Appearance>

    /// The valid range of the scales.
    private static let scales = 0.5...2.0

    /// Reads the theme of that name from the folder `themes`.
    ///
    /// A theme with only `dark` or only `light` uses it for both appearances.
    ///
    /// - Throws: `WidgetError.unknown` for a missing theme, `WidgetError.resource` for an invalid file.
    public init(named name: String, in resources: ResourceFolder) throws(WidgetError) {
        guard !name.contains("/"), let (file, text) = resources.text("themes/\(name).yaml") else {
            let names = resources.names(in: "themes").filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
            throw .unknown("theme", name, among: names)
        }
        self.name = name
        let json: JSONValue
        do {
            json = try YAMLDocument.json(text, file: file)
        } catch {
            throw .resource(file, reason: error.description)
        }
        guard case .object(let members) = json else { throw .resource(file, reason: "a map should stand here") }
        let known = Appearance.allCases.map(\.rawValue) + ["fontScale", "spacingScale", "usesCoverPalette", "ground"]
        for member in members where !known.contains(member.key) {
            throw .resource(file, reason: "a theme has no '\(member.key)'\(Suggestion.hint(for: member.key, among: known))")
        }
        fontScale = try Self.scale("fontScale", json, file)
        spacingScale = try Self.scale("spacingScale", json, file)
        switch json["usesCoverPalette"] {
        case nil: usesCoverPalette = true
        case .bool(let value)?: usesCoverPalette = value
        default: throw .resource(file, reason: "usesCoverPalette: true or false should stand here")
        }
        ground = json["ground"].map { "background: \($0.text())\nbody: Spacer\n" }
        var colors: [Appearance: [String: Color]] = [:]
        for appearance in Appearance.allCases {
            guard let value = json[appearance.rawValue] else { continue }
            colors[appearance] = try Self.colors(value, appearance.rawValue, file)
        }
        guard let either = colors[.dark] ?? colors[.light] else { throw .resource(file, reason: "the key 'dark' or 'light' is missing") }
        appearances = Set(colors.keys)
        for appearance in Appearance.allCases where colors[appearance] == nil { colors[appearance] = either }
        self.colors = colors
    }

    private static func scale(_ key: String, _ json: JSONValue, _ file: String) throws(WidgetError) -> Double {
        guard let value = json[key] else { return 1 }
        guard let number = value.number, scales.contains(number) else {
            throw .resource(file, reason: "\(key): a number from 0.5 to 2 should stand here")
        }
        return number
    }

    private static func colors(_ json: JSONValue, _ path: String, _ file: String) throws(WidgetError) -> [String: Color] {
        guard case .object(let members) = json else { throw .resource(file, reason: "\(path): a map of colours should stand here") }
        let known = ColorNames.semantic + ColorNames.palette + [warningShape]
        var colors: [String: Color] = [:]
        for member in members {
            guard known.contains(member.key) else {
                throw .resource(file, reason: "\(path).\(member.key): no such colour\(Suggestion.hint(for: member.key, among: known))")
            }
            guard let color = member.value.string.flatMap(Color.init(hex:)) else {
                throw .resource(file, reason: "\(path).\(member.key): a colour should stand here, like \"#1C1C1E\"")
            }
            colors[member.key] = color
        }
        for name in ColorNames.semantic where colors[name] == nil { throw .resource(file, reason: "\(path).\(name) is missing") }
        return colors
    }

    /// The colour of that name; nil if the theme does not define it.
    public func color(_ name: String, _ appearance: Appearance) -> Color? { colors[appearance]?[name] }
}
