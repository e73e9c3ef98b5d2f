import Glibc
import SubdialSystem

/// The checks of font files of others: those of a suite, of a test's resources, or of a server.
package enum FontFile {
    /// The maximum size of a file, in bytes.
    package static let maximumBytes = 128 << 20
    /// The maximum number of files in a folder, and how deep folders may be nested.
    private static let (maximumFiles, maximumDepth) = (10_000, 8)
    /// The number of bytes that show the format.
    private static let startLength = 16

    /// The first bytes of the formats: TrueType, OpenType, collections, WOFF, and Type 1.
    private static let signatures: [[UInt8]] =
        [[0, 1, 0, 0], [0x80, 1]] + ["OTTO", "true", "typ1", "ttcf", "wOFF", "wOF2", "%!PS-AdobeFont", "%!FontType"].map { Array($0.utf8) }
    /// The extensions of the names of fonts.
    private static let endings = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", ".pfa", ".pfb"]

    /// True if bytes are the beginning of a font.
    package static func isFont(_ start: some Collection<UInt8>) -> Bool { signatures.contains { start.starts(with: $0) } }

    /// True if an open file begins like a font.
    package static func isFont(file descriptor: Int32) -> Bool {
        var start = [UInt8](repeating: 0, count: startLength)
        let count = pread(descriptor, &start, start.count, 0)
        return count > 0 && isFont(start.prefix(count))
    }

    /// Checks all that fontconfig would read in a folder: it opens every file there, whatever it is called.
    ///
    /// There may be files besides fonts, such as licences.
    ///
    /// - Throws: ``FontError/unusable(path:reason:)`` for a file that is not regular, a folder behind a link, a file that is too large, and one
    ///   that is no font although it is called like one.
    static func check(folder: String) throws(FontError) {
        var count = 0
        try check(folder, depth: 0, &count)
    }

    private static func check(_ folder: String, depth: Int, _ count: inout Int) throws(FontError) {
        guard depth < maximumDepth else { throw .unusable(path: folder, reason: "it is nested too deeply") }
        let raw = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A missing folder has no fonts.
        guard raw >= 0 else { return }
        let opened = Descriptor(raw)
        for name in ConfinedFolder.names(in: opened.raw).sorted() {
            let path = "\(folder)/\(name)"
            count += 1
            guard count <= maximumFiles else { throw .unusable(path: path, reason: "there are more than \(maximumFiles) files") }
            var status = stat()
            guard fstatat(opened.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                try check(path, depth: depth + 1, &count)
            } else {
                try check(file: name, in: opened.raw, path)
            }
        }
    }

    private static func check(file name: String, in folder: Int32, _ path: String) throws(FontError) {
        // Opening a FIFO or a device must not wait for its other end.
        let raw = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard raw >= 0 else { throw .unusable(path: path, reason: "it cannot be read: \(SystemError.last)") }
        let file = Descriptor(raw)
        guard let version = FileVersion(descriptor: file.raw) else { throw .unusable(path: path, reason: "it is no regular file") }
        guard version.size <= maximumBytes else { throw .unusable(path: path, reason: "it is longer than \(maximumBytes) bytes") }
        let isNamedSo = endings.contains { name.lowercased().hasSuffix($0) }
        guard !isNamedSo || isFont(file: file.raw) else { throw .unusable(path: path, reason: "it is no font") }
    }
}
