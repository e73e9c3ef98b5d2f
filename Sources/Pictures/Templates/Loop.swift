/// A loop such as `track in queue`: a variable and the expression of its list.
struct Loop {
    let variable: String
    let list: String

    /// The names that it defines: its variable, the index from 0, and true for the last item.
    var names: [String] { [variable, "index", "last"] }

    init?(_ value: TemplateValue) {
        guard let text = value.literal else { return nil }
        let words = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count == 3, words[1] == "in", words[0].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }) else {
            return nil
        }
        variable = String(words[0])
        list = String(words[2])
    }
}
