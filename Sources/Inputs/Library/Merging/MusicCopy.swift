import Glibc
import SubdialSystem

/// A new track whose file is in the library's folder of music.
struct CopiedTrack: Hashable, Sendable {
    /// The id that the track gets in the library.
    var id: String
    /// The path within the folder of music.
    var path: ConfinedPath
    /// False if the folder contained the same file before.
    var isCopied: Bool
}

/// Copies music files into a library's folder: with names that are safe, each completely or not at all, and never over another file.
struct MusicCopy {
    /// The endings of music files; others are not copied, because a database of others may name any file.
    private static let endings: Set<String> = [
        "aac", "aif", "aiff", "alac", "ape", "caf", "dff", "dsf", "flac", "m4a", "m4b", "mka", "mp3", "mp4", "mpc", "oga", "ogg", "opus",
        "wav",
        "wma", "wv",
    ]
    /// The maximum number of names that are tried for a file.
    private static let maximumTries = 1000
    private static let blockLength = 1 << 20

    private let folder: ConfinedFolder
    private var made: [ConfinedPath] = []

    /// - Parameter path: The folder of music, which is created if necessary.
    init(into path: String) throws(WriteError) { folder = try ConfinedFolder(making: path) }

    /// Returns the reason why a track has no file that can be copied; nil if it has one.
    ///
    /// - Parameter isRelative: True if the device's database has a relative path, which must not lead out of its folders.
    static func obstacle(to track: LibraryTrack, of device: MusicFolders, isRelative: Bool) -> String? {
        guard let ending = track.path.split(separator: ".").last, endings.contains(ending.lowercased()) else {
            return "it has no ending of a music file"
        }
        guard FileVersion(path: track.path, followsLinks: true) != nil else { return "there is no such file" }
        return isRelative && !device.contain(track.path) ? "it is outside of the device's folders" : nil
    }

    /// The path for a file within the folder of music, made of the path that the device's database has.
    static func safePath(_ written: String) -> ConfinedPath {
        let parts = written.split(separator: "/").suffix(written.hasPrefix("/") ? 1 : 16).compactMap { part -> String? in
            // Neither a hidden file nor a part that leads upward.
            let clean = part.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) }.drop { $0 == "." || $0 == " " }
            let name = String(String.UnicodeScalarView(clean))
            return name.isEmpty ? nil : shortened(name)
        }
        return (try? ConfinedPath(parts.joined(separator: "/"))) ?? (try? ConfinedPath(parts.last ?? "")) ?? ConfinedPath(known: "Track")
    }

    /// A name of at most 200 bytes with the same ending.
    private static func shortened(_ name: String) -> String {
        let (stem, ending) = split(name)
        var short = stem[...]
        while short.utf8.count + ending.utf8.count > 200, !short.isEmpty { short.removeLast() }
        return short + (ending.utf8.count > 20 ? "" : ending)
    }

    private static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    /// Copies a file to a free name, or finds it there already.
    ///
    /// - Parameters:
    ///   - wanted: The path within the folder; a number is added if another file has it.
    ///   - isTaken: True for a path that the library's database gives to another track.
    /// - Throws: `WriteError` with the reason; nothing remains of the file then.
    mutating func copy(
        _ source: String, to wanted: ConfinedPath, isTaken: (String) -> Bool
    ) throws(WriteError) -> (path: ConfinedPath, isCopied: Bool) {
        let raw = open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard raw >= 0 else { throw WriteError(path: wanted.description, reason: "\(source): \(SystemError.last)") }
        let input = Descriptor(raw)
        let parent = try folder.parent(of: wanted, isMade: true)
        let (stem, ending) = Self.split(wanted.name)
        var draft: String?
        defer { if let draft { unlinkat(parent.raw, draft, 0) } }
        for number in 1...Self.maximumTries {
            let name = number == 1 ? wanted.name : "\(stem) \(number)\(ending)"
            guard let path = try? ConfinedPath((wanted.parts.dropLast() + [name]).joined(separator: "/")) else { break }
            guard !isTaken(path.description) else { continue }
            var status = stat()
            if fstatat(parent.raw, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
                if status.st_mode & S_IFMT == S_IFREG, isSame(input, as: path) { return (path, false) }
                continue
            }
            let complete: String
            if let draft { complete = draft } else { complete = try write(input, beside: path, in: parent) }
            draft = complete
            if try isLinked(complete, as: name, in: parent, path) {
                made.append(path)
                return (path, true)
            }
        }
        throw WriteError(path: "\(folder.path)/\(wanted)", reason: "other files have all of its names")
    }

    /// Gives a complete file its name, unless another file has it meanwhile.
    private func isLinked(_ draft: String, as name: String, in parent: borrowing Descriptor, _ path: ConfinedPath) throws(WriteError)
        -> Bool
    {
        if linkat(parent.raw, draft, parent.raw, name, 0) == 0 { return true }
        if errno == EEXIST { return false }
        // A file system without hard links: an empty file reserves the name.
        let raw = openat(parent.raw, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard raw >= 0 else {
            if errno == EEXIST { return false }
            throw failure(path)
        }
        close(raw)
        guard renameat(parent.raw, draft, parent.raw, name) == 0 else { throw failure(path) }
        return true
    }

    /// Writes a file that has no final name yet, and returns its temporary name.
    private func write(_ input: borrowing Descriptor, beside path: ConfinedPath, in parent: borrowing Descriptor) throws(WriteError)
        -> String
    {
        let name = ".subdial.\(getpid()).\(made.count).new"
        unlinkat(parent.raw, name, 0)
        let raw = openat(parent.raw, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard raw >= 0 else { throw failure(path) }
        let output = Descriptor(raw)
        var isWhole = lseek(input.raw, 0, SEEK_SET) == 0
        var block = [UInt8](repeating: 0, count: Self.blockLength)
        while isWhole {
            let count = Self.fill(&block, from: input.raw)
            guard count > 0 else {
                isWhole = count == 0
                break
            }
            isWhole = Self.write(block, count, to: output.raw)
        }
        guard isWhole else {
            let error = failure(path)
            unlinkat(parent.raw, name, 0)
            throw error
        }
        return name
    }

    /// Reads until the block is full or the file ends; returns the number of bytes, or -1.
    private static func fill(_ block: inout [UInt8], from descriptor: Int32) -> Int {
        block.withUnsafeMutableBytes { bytes in
            var filled = 0
            while filled < bytes.count {
                let count = read(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return -1 }
                if count == 0 { break }
                filled += count
            }
            return filled
        }
    }

    private static func write(_ block: [UInt8], _ count: Int, to descriptor: Int32) -> Bool {
        block.withUnsafeBytes { bytes in
            var offset = 0
            while offset < count {
                let written = Glibc.write(descriptor, bytes.baseAddress.map { $0 + offset }, count - offset)
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                offset += written
            }
            return true
        }
    }

    private func isSame(_ input: borrowing Descriptor, as path: ConfinedPath) -> Bool {
        guard let other = try? folder.file(at: path), FileVersion(descriptor: other.raw)?.size == FileVersion(descriptor: input.raw)?.size,
            lseek(input.raw, 0, SEEK_SET) == 0
        else { return false }
        var (one, two) = ([UInt8](repeating: 0, count: Self.blockLength), [UInt8](repeating: 0, count: Self.blockLength))
        while true {
            let (count, otherCount) = (Self.fill(&one, from: input.raw), Self.fill(&two, from: other.raw))
            guard count == otherCount, count >= 0, one[..<count] == two[..<count] else { return false }
            if count == 0 { return true }
        }
    }

    private func failure(_ path: ConfinedPath) -> WriteError {
        WriteError(path: "\(folder.path)/\(path)", reason: SystemError.last.description)
    }

    /// Waits until the copied files are on the disk: a database must not name files that a power failure has taken away.
    func synchronize() { if !made.isEmpty { sync() } }

    /// Removes the files that were copied, after a failure.
    mutating func undo() {
        for path in made { try? folder.remove(path, withFolders: true) }
        made = []
    }
}
