import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialTemplates

/// The strings of templates in one language.
public struct Strings: Hashable, Sendable {
    /// The default language, which defines every string.
    public static let standardLanguage = "en"

    private let words: [String: String]

    /// Reads the strings of a language from the folder `strings`: those of `pt-BR`, then of `pt`, then English.
    ///
    /// - Throws: `WidgetError.resource` for an invalid file or an unknown key.
    public init(language: String, in resources: ResourceFolder) throws(WidgetError) {
        var words = try Self.words("en", in: resources, among: nil)
        let known = Set(words.keys)
        let tags = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        var name = ""
        // From the broadest tag to the narrowest, so that the narrowest has precedence.
        for tag in tags where tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            name += (name.isEmpty ? "" : "-") + tag
            if name != Self.standardLanguage { words.merge(try Self.words(name, in: resources, among: known)) { $1 } }
        }
        self.words = words
    }

    /// The available languages, sorted.
    public static func languages(in resources: ResourceFolder) -> [String] {
        resources.names(in: "strings").filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(".yaml".count)) }
    }

    /// The value of `strings` in a template.
    var value: Value { .map(words.mapValues { .string($0) }) }

    /// The age as text, in the largest suitable unit.
    func age(_ seconds: Double) -> String {
        let (key, unit): (String, Double) =
            switch seconds {
            case ..<60: ("just_now", 1)
            case ..<3600: ("minutes_ago", 60)
            case ..<86400: ("hours_ago", 3600)
            default: ("days_ago", 86400)
            }
        return (words[key] ?? "").split(separator: "{n}", omittingEmptySubsequences: false)
            .joined(separator: "\(Int(saturating: min(seconds, 1e9) / unit))")
    }

    private static func words(_ name: String, in resources: ResourceFolder, among known: Set<String>?) throws(WidgetError) -> [String:
        String]
    {
        guard let (file, text) = resources.text("strings/\(name).yaml") else {
            if known == nil { throw .resource("strings/\(name).yaml", reason: "the file is missing") }
            return [:]
        }
        let json: JSONValue
        do {
            json = try YAMLDocument.json(text, file: file)
        } catch {
            throw .resource(file, reason: error.description)
        }
        guard case .object(let members) = json else { throw .resource(file, reason: "a map of words should stand here") }
        var words: [String: String] = [:]
        for member in members {
            guard let text = member.value.string else { throw .resource(file, reason: "\(member.key): a text should stand here") }
            if let known, !known.contains(member.key) {
                throw .resource(file, reason: "no template uses '\(member.key)'\(Suggestion.hint(for: member.key, among: known))")
            }
            words[member.key] = text
        }
        return words
    }
}
