/// The name of a part: a file beside the template, `NAME`, or one of another kind, `KIND/NAME`.
struct PartName: Hashable {
    /// The kind whose folder the part is in; nil for the folder of the template.
    var kind: String?
    /// The file's name without its ending.
    var name: String

    /// Reads a name; nil for anything that could lead out of a folder.
    init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(words.count), words.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("{") }) else {
            return nil
        }
        name = String(words[words.count - 1])
        kind = words.count == 2 ? String(words[0]) : nil
    }

    /// The name as it is meant in a part of `folder`, whose own parts stand beside it.
    func resolved(in folder: String?) -> String {
        (kind ?? folder).map { "\($0)/\(name)" } ?? name
    }
}
