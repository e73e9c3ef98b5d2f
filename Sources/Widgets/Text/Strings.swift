import Expressions
import JSON
import Templates

/// The words that templates use, in one language.
public struct Strings: Hashable, Sendable {
    /// The language where nothing else is said, which has every word.
    public static let standardLanguage = "en"

    private let words: [String: String]

    /// Reads the words of a language from the folder `strings`: those of `pt-BR`, else of `pt`, else English.
    ///
    /// - Throws: `WidgetError.resource` for a file that is not a list of words, or has one that nobody uses.
    public init(language: String, in resources: ResourceFolder) throws(WidgetError) {
        var words = try Self.words("en", in: resources, among: nil)
        let known = Set(words.keys)
        let tags = language.split(whereSeparator: { $0 == "-" || $0 == "_" }).map(String.init)
        var name = ""
        // From the broadest tag to the narrowest, so that the narrowest has the last word.
        for tag in tags where tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            name += (name.isEmpty ? "" : "-") + tag
            if name != Self.standardLanguage { words.merge(try Self.words(name, in: resources, among: known)) { $1 } }
        }
        self.words = words
    }

    /// The languages that there are words for, sorted.
    public static func languages(in resources: ResourceFolder) -> [String] {
        resources.names(in: "strings").filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(".yaml".count)) }
    }

    /// What `strings` stands for in a template.
    var value: Value { .map(words.mapValues { .string($0) }) }

    /// How long ago something was, in the unit that people would use.
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
