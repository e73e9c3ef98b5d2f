/// How often a file may use aliases: counted in its text, since a few that stand for each other come to more values than can be read.
package enum AliasLimit {
    /// Twenty, even if each stands for the ones before, come to a few thousand times the file.
    package static let most = 20

    /// Where the first alias too many stands; nil where there is none.
    ///
    /// What looks like an alias and names no anchor is a part of some text.
    package static func firstExcess(in text: String) -> (line: Int, column: Int)? {
        guard text.utf8.contains(UInt8(ascii: "*")) else { return nil }
        let anchors = names(after: "&", in: text)
        guard !anchors.isEmpty else { return nil }
        let known = Set(anchors.map(\.name))
        let uses = names(after: "*", in: text).filter { known.contains($0.name) }
        return uses.count > most ? uses[most].position : nil
    }

    private static func names(after sign: Character, in text: String) -> [(name: Substring, position: (line: Int, column: Int))] {
        var found: [(Substring, (line: Int, column: Int))] = []
        var position = (line: 1, column: 1)
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            let next = text.index(after: index)
            if character == sign {
                let name = text[next...].prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
                if !name.isEmpty { found.append((name, position)) }
            }
            position =
                character.isNewline ? (position.line + 1, 1) : (position.line, position.column + 1)
            index = next
        }
        return found
    }
}
