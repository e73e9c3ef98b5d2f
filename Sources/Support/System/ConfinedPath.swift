/// A path of others within a folder: relative, and without a part that could lead elsewhere.
///
/// It is checked byte by byte: in a text, a combining scalar would hide the slash before it.
package struct ConfinedPath: Hashable, Sendable, CustomStringConvertible {
    /// The maximum size in bytes of a path, and of each of its parts.
    fileprivate static let (maximumLength, maximumPart) = (1024, 255)

    /// The names of the folders, and last that of the file.
    package let parts: [String]

    /// Checks a path.
    ///
    /// - Throws: ``ConfinedPathError`` with the reason why it could lead out of the folder.
    package init(_ text: String) throws(ConfinedPathError) {
        guard text.utf8.first != UInt8(ascii: "/") else { throw .absolute }
        guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }) else { throw .control }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String(Substring($0)) }
        guard parts.allSatisfy({ (1...Self.maximumPart).contains($0.utf8.count) }) else { throw .part }
        guard !parts.contains(where: { $0 == "." || $0 == ".." }) else { throw .dots }
        self.parts = parts
    }

    /// A path that the code itself names.
    package init(known text: StaticString) { parts = "\(text)".split(separator: "/").map(String.init) }

    fileprivate init(parts: [String]) { self.parts = parts }

    /// The name of the file.
    package var name: String { parts.last ?? "" }

    /// The path within the folder.
    package var description: String { parts.joined(separator: "/") }

    /// The folders above the file, the innermost first.
    package var folders: [ConfinedPath] { (1..<max(1, parts.count)).reversed().map { ConfinedPath(parts: Array(parts.prefix($0))) } }
}

/// The reason why a path could lead out of its folder.
package enum ConfinedPathError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It begins with a slash.
    case absolute
    /// It has too many bytes.
    case tooLong
    /// It has a control character.
    case control
    /// A part is empty, or has too many bytes.
    case part
    /// A part is `.` or `..`.
    case dots

    /// The reason, without the path.
    package var description: String {
        switch self {
        case .absolute: "it is absolute"
        case .tooLong: "it is longer than \(ConfinedPath.maximumLength) bytes"
        case .control: "it holds what no name of a file should"
        case .part: "a part of it is empty or too long"
        case .dots: "a part of it is '.' or '..'"
        }
    }
}
