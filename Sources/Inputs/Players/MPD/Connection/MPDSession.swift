/// A connection as a sequence of commands and responses.
///
/// Use it only on the thread that created it.
final class MPDSession {
    /// A serial number, unique among the sessions of a connection.
    let serial: Int
    /// The daemon's first line.
    private let greeting: MPDGreeting
    private let socket: MPDSocket
    private let limits: MPDLimits
    private var buffer: MPDLineBuffer

    /// Connects, waits for the greeting and sends the password.
    init(with address: MPDAddress, serial: Int, limits: MPDLimits, _ waiting: MPDWaiting) throws(MPDError) {
        let deadline = ContinuousClock.now + limits.connectTimeout
        let socket = try MPDSocket(to: address.endpoint, waiting, until: deadline)
        var buffer = MPDLineBuffer(maximumLine: limits.maximumLine)
        var line: [UInt8]?
        while line == nil {
            buffer.append(try socket.receive(until: deadline, awaiting: "the greeting"))
            line = try buffer.nextLine()
        }
        guard let greeting = MPDGreeting(line ?? []) else { throw .notMPD(greeting: String(decoding: line ?? [], as: UTF8.self)) }
        self.serial = serial
        self.greeting = greeting
        self.socket = socket
        self.limits = limits
        self.buffer = buffer
        if let password = address.password { _ = try ask(MPDCommand("password", password), within: limits.connectTimeout) }
    }

    /// The file descriptor, which becomes readable when the daemon sends data.
    var descriptor: Int32 { socket.descriptor }

    /// True if the daemon sent data unasked, which precedes the end of a session, or closed the connection.
    var isOver: Bool { buffer.count > 0 || socket.hasInput }

    /// Sends one command and returns its response.
    func ask(_ command: MPDCommand, within timeout: Duration) throws(MPDError) -> MPDAnswer {
        let deadline = ContinuousClock.now + timeout
        try send([command], until: deadline)
        return try answers(count: 1, until: deadline)[0]
    }

    /// Sends commands as one command list, which the daemon runs without interruption, and returns their responses.
    func ask(_ commands: [MPDCommand], within timeout: Duration) throws(MPDError) -> [MPDAnswer] {
        let deadline = ContinuousClock.now + timeout
        try send([MPDCommand("command_list_ok_begin")] + commands + [MPDCommand("command_list_end")], until: deadline)
        return try answers(count: commands.count, isList: true, until: deadline)
    }

    /// Waits without a time limit until one of the subsystems changes, and returns those that changed.
    func awaitChange(of subsystems: [String]) throws(MPDError) -> [String] {
        let line = (["idle"] + subsystems).joined(separator: " ") + "\n"
        try socket.send(Array(line.utf8), until: .now + limits.stateTimeout)
        return try answers(count: 1, until: nil)[0].fields.filter { $0.key == "changed" }.map(\.value)
    }

    /// One chunk of binary data.
    struct Piece {
        /// The size of the whole object in bytes; nil if there is none.
        var size: Int?
        var bytes: [UInt8] = []
    }

    /// Sends a command whose response may contain binary data.
    func askForPiece(_ command: MPDCommand, within timeout: Duration) throws(MPDError) -> Piece {
        let deadline = ContinuousClock.now + timeout
        try send([command], until: deadline)
        var piece = Piece()
        var lines = 0
        while true {
            lines += 1
            guard lines <= 100 else { throw .malformed("a piece of a picture has too many fields") }
            switch try MPDLine(try line(until: deadline)) {
            case .end: return piece
            case .partEnd: throw .malformed("the end of a list that was not asked for")
            case .field(let field):
                guard field.key == "size" || field.key == "binary" else { continue }
                guard let number = Int(field.value), number >= 0 else { throw .malformed("'\(field.key)' is no number") }
                guard number <= limits.maximumPicture else { throw .tooLarge("the picture") }
                if field.key == "size" {
                    piece.size = number
                } else {
                    piece.bytes = try bytes(number, until: deadline)
                }
            }
        }
    }

    private func send(_ commands: [MPDCommand], until deadline: ContinuousClock.Instant) throws(MPDError) {
        var text = ""
        for command in commands {
            guard let line = command.line else { throw .refused("what is meant holds a line end, which no command can") }
            text += line
        }
        try socket.send(Array(text.utf8), until: deadline)
    }

    private func answers(count: Int, isList: Bool = false, until deadline: ContinuousClock.Instant?) throws(MPDError) -> [MPDAnswer] {
        var answers: [MPDAnswer] = []
        var current = MPDAnswer()
        var size = 0
        while true {
            let bytes = try line(until: deadline)
            size += bytes.count + 1
            guard size <= limits.maximumAnswer else { throw .tooLarge("the answer") }
            switch try MPDLine(bytes) {
            case .field(let field):
                current.fields.append(field)
            case .partEnd:
                guard isList, answers.count < count else { throw .malformed("the end of a list that was not asked for") }
                answers.append(current)
                current = MPDAnswer()
            case .end:
                if !isList { answers.append(current) }
                guard answers.count == count, !isList || current.fields.isEmpty else { throw .malformed("the answer ends too early") }
                return answers
            }
        }
    }

    private func line(until deadline: ContinuousClock.Instant?) throws(MPDError) -> [UInt8] {
        while true {
            if let line = try buffer.nextLine() { return line }
            buffer.append(try socket.receive(until: deadline, awaiting: "the answer"))
        }
    }

    /// Reads `count` bytes and the line end that follows them.
    private func bytes(_ count: Int, until deadline: ContinuousClock.Instant) throws(MPDError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            if buffer.count == 0 { buffer.append(try socket.receive(until: deadline, awaiting: "the picture")) }
            bytes += buffer.read(upTo: count - bytes.count)
        }
        guard try line(until: deadline).isEmpty else { throw .malformed("a picture is longer than it was said to be") }
        return bytes
    }
}

/// The daemon's first line, `OK MPD 0.23.5`: the version of its protocol.
struct MPDGreeting: Hashable, Sendable {
    let version: String

    /// Parses the line; nil if it is not a greeting of the daemon.
    init?(_ line: some Collection<UInt8>) {
        let text = String(decoding: line, as: UTF8.self)
        guard text.hasPrefix("OK MPD ") else { return nil }
        version = String(text.dropFirst(7))
    }
}

/// A buffer of received bytes, from which lines or a number of bytes are taken.
struct MPDLineBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The offset up to which there is no line end, so that a long line is searched only once.
    private var searched = 0
    private let maximumLine: Int

    init(maximumLine: Int) {
        self.maximumLine = maximumLine
    }

    var count: Int { bytes.count - start }

    mutating func append(_ more: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Takes out the next line without its line end; returns nil if it is still incomplete.
    ///
    /// - Throws: ``MPDError/tooLarge(_:)`` as soon as the line is longer than `maximumLine`.
    mutating func nextLine() throws(MPDError) -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
            searched = bytes.count
            guard count <= maximumLine else { throw .tooLarge("a line of the answer") }
            return nil
        }
        guard end - start <= maximumLine else { throw .tooLarge("a line of the answer") }
        let line = Array(bytes[start..<end])
        start = end + 1
        searched = start
        return line
    }

    /// Takes out up to `maximum` bytes.
    mutating func read(upTo maximum: Int) -> ArraySlice<UInt8> {
        let end = min(start + maximum, bytes.count)
        defer {
            start = end
            searched = max(searched, end)
        }
        return bytes[start..<end]
    }
}
