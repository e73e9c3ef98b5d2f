import SubdialBasics
import SubdialExpressions

/// Parses the names of enum cases on a command line.
enum Word {
    /// The case with the name `text`.
    ///
    /// - Throws: ``CommandFailure`` with the nearest name, or all names.
    static func parse<T: RawRepresentable & CaseIterable>(_ text: String, _ option: String) throws(CommandFailure) -> T
    where T.RawValue == String {
        if let word = T(rawValue: text) { return word }
        throw unknown(text, option, among: T.allCases.map(\.rawValue))
    }

    /// The names in a comma-separated list, without duplicates, in order; `all` stands for all of `known`.
    static func list(_ text: String, _ option: String, of known: [String]) throws(CommandFailure) -> [String] {
        if text == "all" { return known }
        var names: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part)
            guard known.contains(name) else { throw unknown(name, option, among: known) }
            if !names.contains(name) { names.append(name) }
        }
        return names
    }

    private static func unknown(_ text: String, _ option: String, among names: [String]) -> CommandFailure {
        let hint = Suggestion.hint(for: text, among: names)
        return CommandFailure(
            .wrongUsage, "\(option) does not know '\(text)'\(hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)")
    }
}
