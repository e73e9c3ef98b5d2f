import SubdialSystem

/// What is known of a Swift source without compiling it.
package struct SwiftSource: Sendable {
    /// The modules that Linux would have to import, without those behind a condition that is false there.
    package private(set) var imports: Set<String> = []
    /// The names of types, functions, properties and cases that the source declares.
    package private(set) var names: Set<String> = []
    /// The names of types that the source declares.
    package private(set) var types: Set<String> = []
    /// The names of types with the protocol `Widget` or `ControlWidget`.
    package private(set) var widgets: [String] = []
    /// True if a type is a widget, a control or a bundle of them.
    package private(set) var declaresWidgets = false
    /// The number of `#Preview` and `PreviewProvider`.
    package private(set) var previews = 0
    /// True if the source has the program's entry point.
    package private(set) var hasMain = false

    private static let access: Set = ["public", "package", "internal", "fileprivate", "private", "open"]
    private static let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias", "actor"]
    private static let typeKinds: Set = ["struct", "class", "enum", "protocol", "typealias", "actor"]
    private static let declaring = kinds.union(["case", "macro", "associatedtype", "precedencegroup"])
    /// The maximum size of a source, in bytes.
    static let maximumSize = 8 << 20

    /// Reads a file.
    ///
    /// - Parameter conditions: The names that `#if` finds set.
    /// - Throws: The reason for which the file cannot be read.
    package init(path: String, conditions: Set<String>) throws(ReadError) {
        self.init(try InputFile.bytes(at: path, limit: Self.maximumSize, accepting: .regular), conditions: conditions)
    }

    /// Reads a text.
    package init(_ bytes: [UInt8], conditions: Set<String>) {
        let words = SwiftText(bytes, conditions: conditions).words
        for (index, word) in words.enumerated() where !word.isEscaped {
            let next = index + 1 < words.count ? words[index + 1].text : ""
            switch word.text {
            case "import":
                // `init(import: …)` is none.
                let before = Self.prefix(of: words, before: index)
                if before, let module = Self.module(words, behind: index) { imports.insert(module) }
            case "@main": hasMain = true
            case "#Preview": previews += 1
            case "PreviewProvider": previews += 1
            case let text where Self.declaring.contains(text):
                if let first = next.unicodeScalars.first, first.properties.isXIDStart || first == "_" {
                    names.insert(next)
                    if Self.typeKinds.contains(text) { types.insert(next) }
                }
                if ["struct", "class", "enum"].contains(text) {
                    let parents = Self.parents(words, ofTypeAt: index + 1)
                    let isWidget = parents.contains("Widget") || parents.contains("ControlWidget")
                    if isWidget { widgets.append(next) }
                    if isWidget || parents.contains("WidgetBundle") { declaresWidgets = true }
                }
            default: break
            }
        }
    }

    /// True if the text of a file has a declaration of a type or function of that name, also behind a condition.
    static func mentionsDeclaration(of name: String, in path: String) -> Bool {
        guard let bytes = try? InputFile.bytes(at: path, limit: maximumSize, accepting: .regular) else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        return typeKinds.union(["func"]).contains { kind in
            text.ranges(of: "\(kind) \(name)").contains { range in
                text[range.upperBound...].first.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
            }
        }
    }

    /// True if only attributes and access levels stand before a word on its line.
    private static func prefix(of words: [SwiftText.Word], before index: Int) -> Bool {
        var index = index
        var depth = 0
        while !words[index].beginsLine {
            index -= 1
            let text = words[index].text
            if text == ";" { return true }
            depth += text == ")" ? 1 : text == "(" ? -1 : 0
            guard depth > 0 || text == "(" || text.hasPrefix("@") || access.contains(text) else { return false }
        }
        return true
    }

    private static func module(_ words: [SwiftText.Word], behind index: Int) -> String? {
        var index = index + 1
        if index + 1 < words.count, kinds.contains(words[index].text), !words[index + 1].beginsLine { index += 1 }
        guard index < words.count, !words[index].beginsLine else { return nil }
        return words[index].text
    }

    /// The types behind the colon of a declaration, without what is in angle brackets.
    private static func parents(_ words: [SwiftText.Word], ofTypeAt index: Int) -> [String] {
        var (parents, depth, isBehindColon): ([String], Int, Bool) = ([], 0, false)
        for word in words.dropFirst(index + 1) {
            switch word.text {
            case "<": depth += 1
            case ">": depth -= 1
            case ":" where depth == 0: isBehindColon = true
            case "{", "where", "}": return parents
            case let text where depth == 0 && isBehindColon: parents.append(text)
            case _ where depth == 0 && !isBehindColon: return parents
            default: break
            }
        }
        return parents
    }
}
