/// `track in queue`: a name, and the list that it goes through.
struct Loop {
    let variable: String
    let list: String

    /// The names that are known in it: its variable, the number of the item from 0, and whether it is the last one.
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
