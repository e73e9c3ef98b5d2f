/// A validated path from the server: relative, and below one of the mirror's folders.
struct MirrorPath: Hashable, Sendable, CustomStringConvertible {
    /// The folders of a mirror that may contain the server's files.
    private static let folders = ["templates", "fonts", "covers"]
    /// The maximum size in bytes of a path, and of each of its components.
    static let (maximumLength, maximumPart) = (1024, 255)

    /// The path components; the last is the file name.
    let parts: [String]

    /// - Throws: ``MirrorError/path(_:reason:)`` for a path that could lead out of the folder.
    init(_ text: String) throws(MirrorError) {
        func wrong(_ reason: String) -> MirrorError { .path(text.oneLine(limit: 120), reason: reason) }
        guard !text.hasPrefix("/") else { throw wrong("it is absolute") }
        guard text.utf8.count <= Self.maximumLength else { throw wrong("it is longer than \(Self.maximumLength) bytes") }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" }) else {
            throw wrong("it holds what no name of a file should")
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= Self.maximumPart }) else {
            throw wrong("a part of it is empty or too long")
        }
        guard !parts.contains(where: { $0.hasPrefix(".") }) else { throw wrong("a part of it begins with a dot") }
        guard parts.count > 1, Self.folders.contains(parts[0]) else {
            throw wrong("a mirror has files in \(Self.folders.joined(separator: ", ")) alone")
        }
        self.parts = parts
    }

    /// The path of a kind's entry file; different kinds have different paths.
    ///
    /// - Throws: ``MirrorError/path(_:reason:)`` for a kind whose name is not a valid file name.
    init(entryOf kind: String) throws(MirrorError) {
        guard !kind.isEmpty, kind.utf8.count <= 200, !kind.hasPrefix("."),
            kind.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F && $0 != "/" && $0 != "\\" })
        else { throw .path(kind.oneLine(limit: 120), reason: "no kind has such a name") }
        parts = ["entries", "\(kind).json"]
    }

    /// The path within the folder.
    var description: String { parts.joined(separator: "/") }
}
