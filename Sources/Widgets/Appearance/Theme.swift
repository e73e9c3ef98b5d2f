import Drawing
import Expressions
import JSON
import Templates

/// The colours of one look, light and dark.
public struct Theme: Sendable {
    /// The name of its file, without the ending.
    public let name: String
    private let colors: [Appearance: [String: Color]]

    /// Reads the theme of that name from the folder `themes`.
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
        var colors: [Appearance: [String: Color]] = [:]
        for appearance in Appearance.allCases {
            guard case .object(let members)? = json[appearance.rawValue] else {
                throw .resource(file, reason: "the key '\(appearance.rawValue)' is missing")
            }
            for member in members {
                guard let color = member.value.string.flatMap(Color.init(hex:)) else {
                    throw .resource(file, reason: "\(appearance.rawValue).\(member.key): a colour should stand here, like \"#1C1C1E\"")
                }
                colors[appearance, default: [:]][member.key] = color
            }
            for name in ColorNames.semantic where colors[appearance]?[name] == nil {
                throw .resource(file, reason: "\(appearance.rawValue).\(name) is missing")
            }
        }
        self.colors = colors
    }

    /// The colour of that name; nil where the theme has none.
    public func color(_ name: String, _ appearance: Appearance) -> Color? { colors[appearance]?[name] }
}
