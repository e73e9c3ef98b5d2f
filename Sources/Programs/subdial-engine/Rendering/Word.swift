import SubdialBasics
import SubdialWidgets

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

    fileprivate static func unknown(_ text: String, _ option: String, among names: [String]) -> CommandFailure {
        let hint = Suggestion.hint(for: text, among: names)
        return CommandFailure(
            .wrongUsage, "\(option) does not know '\(text)'\(hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)")
    }
}

extension WidgetLook {
    /// Sets an axis to the value of its option; nil leaves it unchanged.
    ///
    /// - Throws: ``CommandFailure`` with the option and its valid values.
    mutating func set(_ axis: LookAxis, _ value: LookValue?) throws(CommandFailure) {
        guard let value, !axis.set(value, in: &self) else { return }
        let option = "--\(axis.option ?? axis.name)"
        let (form, given) = (axis.form, value.shown)
        if case .words(let words) = form { throw Word.unknown(given, option, among: words) }
        if case .text = value { throw CommandFailure(.wrongUsage, "\(option) takes \(form.expected ?? "another value"), not '\(given)'") }
        throw CommandFailure(.wrongUsage, "\(option) takes \(form.expected ?? "another value"), not \(given)")
    }

    /// Sets an axis to the text of its option; nil leaves it unchanged.
    mutating func set(_ axis: LookAxis, _ text: String?) throws(CommandFailure) { try set(axis, text.map { .text($0) }) }
}

extension LookValue {
    /// The value in a message.
    fileprivate var shown: String {
        switch self {
        case .text(let text): text
        case .flag(let flag): "\(flag)"
        case .number(let number): "\(number)"
        case .panel: "these options"
        }
    }
}

extension LookMatrix {
    /// Sets the values of an axis of words to a comma-separated list without duplicates, in order; `all` stands for all words.
    ///
    /// - Throws: ``CommandFailure`` for an unknown word.
    mutating func set(_ axis: LookAxis, list text: String) throws(CommandFailure) {
        var texts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if text == "all", case .words(let words) = axis.form { texts = words }
        var looks: [WidgetLook] = []
        for text in texts {
            var look = WidgetLook(family: .systemSmall)
            try look.set(axis, text)
            if !looks.contains(look) { looks.append(look) }
        }
        self[axis] = looks
    }
}
