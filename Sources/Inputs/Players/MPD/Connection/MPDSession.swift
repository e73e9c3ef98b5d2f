import SubdialSockets

/// A connection as a sequence of commands and responses; it is closed when it is released.
///
/// Use it from one task at a time.
final class MPDSession: Sendable {
    /// A serial number, unique among the sessions of a connection.
    let serial: Int
    private let socket: SocketConnection
    private let limits: MPDLimits

    /// Connects, waits for the greeting and sends the password.
    init(with address: MPDAddress, serial: Int, limits: MPDLimits) async throws(MPDError) {
        let deadline = ContinuousClock.now + limits.connectTimeout
        do throws(SocketFailure) {
            socket = try await SocketConnection.open(address.endpoint, within: limits.connectTimeout)
        } catch {
            throw MPDError(error)
        }
        self.serial = serial
        self.limits = limits
        let greeting = try await line(until: deadline, awaiting: "the greeting")
        guard MPDGreeting(greeting) != nil else { throw .notMPD(greeting: String(decoding: greeting, as: UTF8.self)) }
        if let password = address.password { _ = try await ask(MPDCommand("password", password), within: limits.connectTimeout) }
    }

    /// Closes the connection.
    func close() { socket.close() }

    /// Closes the connection after `time`, unless ``resume()`` is called before.
    func rest(for time: Duration) { socket.rest(for: time) }

    /// Ends the rest; returns false if the daemon has sent data unasked, which precedes the end of a session, or has closed the connection.
    func resume() async -> Bool { await socket.resume() }

    /// Sends one command and returns its response.
    func ask(_ command: MPDCommand, within timeout: Duration) async throws(MPDError) -> MPDAnswer {
        let deadline = ContinuousClock.now + timeout
        try await send([command], until: deadline)
        return try await answers(count: 1, until: deadline)[0]
    }

    /// Sends commands as one command list, which the daemon runs without interruption, and returns their responses.
    func ask(_ commands: [MPDCommand], within timeout: Duration) async throws(MPDError) -> [MPDAnswer] {
        let deadline = ContinuousClock.now + timeout
        try await send([MPDCommand("command_list_ok_begin")] + commands + [MPDCommand("command_list_end")], until: deadline)
        return try await answers(count: commands.count, isList: true, until: deadline)
    }

    /// Waits until one of the subsystems changes.
    ///
    /// - Parameter patience: The time after which the wait ends without a change, if the daemon still answers; nil for no limit.
    func awaitChange(of subsystems: [String], for patience: Duration?) async throws(MPDError) {
        let line = (["idle"] + subsystems).joined(separator: " ") + "\n"
        try await send(line, until: .now + limits.stateTimeout)
        do throws(MPDError) {
            _ = try await answers(count: 1, until: patience.map { .now + $0 })
        } catch {
            guard case .timedOut = error else { throw error }
            // The daemon ends the wait with one answer, also if a change has ended it meanwhile.
            let deadline = ContinuousClock.now + limits.stateTimeout
            try await send("noidle\n", until: deadline)
            _ = try await answers(count: 1, until: deadline)
        }
    }

    /// One chunk of binary data.
    struct Piece {
        /// The size of the whole object in bytes; nil if there is none.
        var size: Int?
        var bytes: [UInt8] = []
    }

    /// Sends a command whose response may contain binary data.
    func askForPiece(_ command: MPDCommand, within timeout: Duration) async throws(MPDError) -> Piece {
        let deadline = ContinuousClock.now + timeout
        try await send([command], until: deadline)
        var piece = Piece()
        var lines = 0
        while true {
            lines += 1
            guard lines <= 100 else { throw .malformed("a piece of a picture has too many fields") }
            switch try MPDLine(try await line(until: deadline)) {
            case .end: return piece
            case .partEnd: throw .malformed("the end of a list that was not asked for")
            case .field(let field):
                guard field.key == "size" || field.key == "binary" else { continue }
                guard let number = Int(field.value), number >= 0 else { throw .malformed("'\(field.key)' is no number") }
                guard number <= limits.maximumPicture else { throw .tooLarge("the picture") }
                if field.key == "size" {
                    piece.size = number
                } else {
                    piece.bytes = try await bytes(number, until: deadline)
                }
            }
        }
    }

    private func send(_ commands: [MPDCommand], until deadline: ContinuousClock.Instant) async throws(MPDError) {
        var text = ""
        for command in commands {
            guard let line = command.line else { throw .refused("what is meant holds a line end, which no command can") }
            text += line
        }
        try await send(text, until: deadline)
    }

    private func send(_ text: String, until deadline: ContinuousClock.Instant) async throws(MPDError) {
        do throws(SocketFailure) {
            try await socket.send(Array(text.utf8), until: deadline, awaiting: "room for a command")
        } catch {
            throw MPDError(error)
        }
    }

    private func answers(count: Int, isList: Bool = false, until deadline: ContinuousClock.Instant?) async throws(MPDError) -> [MPDAnswer] {
        var answers: [MPDAnswer] = []
        var current = MPDAnswer()
        var size = 0
        while true {
            let bytes = try await line(until: deadline)
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

    private func line(until deadline: ContinuousClock.Instant?, awaiting awaited: String = "the answer") async throws(MPDError) -> [UInt8] {
        do throws(SocketFailure) {
            return try await socket.line(maximum: limits.maximumLine, until: deadline, awaiting: awaited)
        } catch {
            throw MPDError(error)
        }
    }

    /// Reads `count` bytes and the line end that follows them.
    private func bytes(_ count: Int, until deadline: ContinuousClock.Instant) async throws(MPDError) -> [UInt8] {
        var bytes: [UInt8] = []
        do throws(SocketFailure) {
            while bytes.count < count {
                bytes += try await socket.bytes(upTo: count - bytes.count, until: deadline, awaiting: "the picture")
            }
        } catch {
            throw MPDError(error)
        }
        guard try await line(until: deadline).isEmpty else { throw .malformed("a picture is longer than it was said to be") }
        return bytes
    }
}

extension MPDError {
    /// Converts a failure of the connection.
    init(_ failure: SocketFailure) {
        self =
            switch failure {
            case .unknownHost(let host, let reason): .cannotConnect("the address of '\(host)' is not known (\(reason))")
            case .cannotConnect(let reason): .cannotConnect(reason)
            case .timedOut(let awaited): .timedOut(awaiting: awaited)
            case .lineTooLong: .tooLarge("a line of the answer")
            case .broken(let reason): .closed("the connection broke (\(reason))")
            case .ended: .closed("the daemon ended the connection")
            case .cancelled: .cancelled
            }
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
