/// The name of a part: a file in the folder of the template, `NAME`, or in that of another kind, `KIND/NAME`.
struct PartName: Hashable {
    /// The kind whose folder contains the part; nil for the folder of the template.
    var kind: String?
    /// The name of the file without its extension.
    var name: String

    /// Parses a name; nil for a name that could refer outside of the folder.
    init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(words.count), words.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("{") }) else {
            return nil
        }
        name = String(words[words.count - 1])
        kind = words.count == 2 ? String(words[0]) : nil
    }

    /// The full name for a reference in a part of `folder`, whose own parts are in the same folder.
    func resolved(in folder: String?) -> String {
        (kind ?? folder).map { "\($0)/\(name)" } ?? name
    }
}
