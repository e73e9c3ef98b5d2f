import EngineWire

/// What an answer has to do with the front that asked.
///
/// All of it may be called from anywhere and at any time; what is written to a front that is gone goes nowhere.
public final class FrontSession: Sendable {
    /// What the front asks for.
    public let request: FrontRequest
    /// Bytes as they came on the front's stdin, such as a bar's clicks.
    ///
    /// What nobody takes is dropped, the oldest first. It ends with the connection, not with the front's stdin.
    public let input: AsyncStream<[UInt8]>

    let connection: FrontConnection
    let processID: Int32
    let attached = ContinuousClock.now
    private let inputContinuation: AsyncStream<[UInt8]>.Continuation
    private let control: ServerControl

    /// How many pieces of input wait for somebody to take them.
    private static let keptInput = 64
    /// How long a piece of input is at most, in bytes: what a front sends and nobody takes must not fill the memory.
    private static let inputPiece = 1024
    /// How much goes into one frame of output, in bytes.
    private static let outputPiece = 32 * 1024

    init(request: FrontRequest, connection: FrontConnection, processID: Int32, control: ServerControl) {
        self.request = request
        self.connection = connection
        self.processID = processID
        self.control = control
        (input, inputContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.keptInput))
    }

    /// Whether the front has hung up; the task of its answer is cancelled then.
    public var isGone: Bool { connection.isGone }

    /// Whether the front asks about the engine itself, which keeps no engine running.
    var isObserver: Bool { request.arguments.first == "engine" }

    /// Writes a line, given without its newline, that takes the place of the one before.
    ///
    /// Never waits. A front that is behind gets the newest line and none of those between; a line equal to the last one it has printed
    /// it does not print again. A line longer than ``WireFrame/maximumPayload`` is cut off.
    public func write(line: String) {
        var bytes = Array(line.utf8.prefix(WireFrame.maximumPayload - 1))
        bytes.append(UInt8(ascii: "\n"))
        connection.send(.line(bytes))
    }

    /// Writes to the front's stdout, all of it: waits where the front is behind.
    public func write(stdout text: String) async {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, !isGone {
            connection.send(.output(Array(rest.prefix(Self.outputPiece))))
            rest = rest.dropFirst(Self.outputPiece)
            await connection.waitForRoom()
        }
    }

    /// Writes to the front's stderr, as it stands.
    ///
    /// Never waits; a front that is far behind goes without.
    public func write(stderr text: String) {
        connection.send(.error(Array(text.utf8.prefix(Self.outputPiece))), isDroppable: true)
    }

    /// What the engine does for whom, this front left out.
    public func engineStatus() -> EngineStatus {
        control.status
    }

    /// Ends the engine as soon as this front has its exit code.
    public func stopEngine() {
        control.stop(after: self)
    }

    func take(input bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            inputContinuation.yield(Array(rest.prefix(Self.inputPiece)))
            rest = rest.dropFirst(Self.inputPiece)
        }
    }

    func end() {
        connection.close()
        inputContinuation.finish()
    }
}
