import SubdialBasics
import SubdialSystem

/// A path from the server, below one of the mirror's folders.
struct MirrorPath: Hashable, Sendable, CustomStringConvertible {
    /// The folder of files that players have announced.
    private static let mediaFolder = "media"
    /// The folders of a mirror that may contain the server's files.
    private static let folders = ["templates", "fonts", "covers", mediaFolder]

    /// The mirror's own fontconfig file, which is never the server's: it decides which other files are read.
    static let fontConfiguration = MirrorPath(path: ConfinedPath(known: "templates/fonts.conf"))

    /// The path within the mirror's folder.
    let path: ConfinedPath
    /// The path components; the last is the file name.
    var parts: [String] { path.parts }

    private init(path: ConfinedPath) { self.path = path }

    /// - Throws: ``MirrorError/path(_:reason:)`` for a path that could lead out of the folder.
    init(_ text: String) throws(MirrorError) {
        func wrong(_ reason: String) -> MirrorError { .path(text.oneLine(limit: 120), reason: reason) }
        let hidden = "a part of it begins with a dot"
        do {
            path = try ConfinedPath(text)
        } catch {
            throw wrong(error == .dots ? hidden : "\(error)")
        }
        guard !text.utf8.contains(UInt8(ascii: "\\")) else { throw wrong("\(ConfinedPathError.control)") }
        guard !parts.contains(where: { $0.utf8.first == UInt8(ascii: ".") }) else { throw wrong(hidden) }
        guard parts.count > 1, Self.folders.contains(parts[0]) else {
            throw wrong("a mirror has files in \(Self.folders.joined(separator: ", ")) alone")
        }
    }

    /// The path of a kind's entry file; different kinds have different paths.
    ///
    /// - Throws: ``MirrorError/path(_:reason:)`` for a kind whose name is not a valid file name.
    init(entryOf kind: String) throws(MirrorError) {
        guard !kind.isEmpty, kind.utf8.count <= 200, !kind.utf8.contains(where: { "/\\".utf8.contains($0) }),
            kind.utf8.first != UInt8(ascii: "."), let path = try? ConfinedPath("entries/\(kind).json")
        else { throw .path(kind.oneLine(limit: 120), reason: "no kind has such a name") }
        self.path = path
    }

    /// - Parameter media: The name of an announced file.
    /// - Throws: ``MirrorError/path(_:reason:)`` for a name that could lead elsewhere.
    init(media name: String) throws(MirrorError) {
        try self.init("\(Self.mediaFolder)/\(name)")
        guard parts.count == 2 else { throw .path(name.oneLine(limit: 120), reason: "it is no plain name of a file") }
    }

    /// True for a file that a player has announced.
    var isMedia: Bool { parts[0] == Self.mediaFolder }

    /// True for a font of the server.
    var isFont: Bool { parts[0] == "fonts" }

    /// True for the mirror's own fontconfig file, and for what would be in its place, also in a file system without upper case.
    var isFontConfiguration: Bool {
        parts.count > 1 && parts.prefix(2).map { $0.lowercased() } == Self.fontConfiguration.parts
    }

    /// The path within the folder.
    var description: String { "\(path)" }
}
