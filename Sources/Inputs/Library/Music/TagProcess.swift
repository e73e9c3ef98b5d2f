import SubdialBasics
import SubdialSystem

/// A running `subdial-tags`, with its protocol.
final class TagProcess {
    typealias Failure = HelperProcess.Failure

    /// What the program writes first; another version has another protocol.
    private static let greeting = Array("subdial-tags 2\n".utf8)
    /// The maximum size of a text in bytes.
    private static let longestText = 4096

    private let process: HelperProcess

    /// Starts the program, and waits for its greeting.
    init(_ program: String, patience: Duration) throws(Failure) {
        process = try HelperProcess(program)
        let deadline = ContinuousClock.now + patience
        // In place of the greeting there may be a message of the loader.
        let bytes = try process.receive(Self.greeting.count, before: deadline, acceptsLess: true)
        guard bytes == Self.greeting else {
            // A program with another greeting waits for input.
            process.endInput()
            let rest = (try? process.receive(512, before: deadline, acceptsLess: true)) ?? []
            let line = String(decoding: bytes + rest, as: UTF8.self).split(separator: "\n").first.map(String.init)
            throw .notStarted(line ?? "\(program) ends at once")
        }
    }

    /// Reads a file.
    ///
    /// - Returns: nil if it is no music file.
    func file(at path: String, patience: Duration) throws(Failure) -> MusicFile? {
        try process.send(Array(path.utf8) + [0])
        let deadline = ContinuousClock.now + patience
        switch try process.receive(1, before: deadline) {
        case [UInt8(ascii: "-")]: return nil
        case [UInt8(ascii: "+")]: break
        default: throw .ended
        }
        let head = try process.receive(16, before: deadline)
        let milliseconds = head.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
        let (track, year) = head.withUnsafeBytes {
            ($0.loadUnaligned(fromByteOffset: 8, as: UInt32.self), $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        }
        var texts: [String?] = []
        for _ in 0..<4 {
            let text = String(decoding: try receiveCounted(Self.longestText, before: deadline), as: UTF8.self)
            texts.append(text.isEmpty ? nil : text)
        }
        return MusicFile(
            title: texts[0], artist: texts[1], album: texts[2], albumArtist: texts[3], trackNumber: track > 0 ? Int(track) : nil,
            year: year > 0 ? Int(year) : nil, length: milliseconds > 0 ? Double(milliseconds) / 1000 : nil)
    }

    /// Reads the next picture of the last file, the best one first.
    ///
    /// - Returns: nil after the last picture.
    func nextPicture(patience: Duration) throws(Failure) -> [UInt8]? {
        try process.send([0])
        let bytes = try receiveCounted(PictureLimit.bytes, before: ContinuousClock.now + patience)
        return bytes.isEmpty ? nil : bytes
    }

    /// Receives bytes after their number.
    private func receiveCounted(_ limit: Int, before deadline: ContinuousClock.Instant) throws(Failure) -> [UInt8] {
        let count = try process.receive(4, before: deadline).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
        guard count <= limit else { throw .ended }
        return try process.receive(Int(count), before: deadline)
    }
}
