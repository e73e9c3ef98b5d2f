import SubdialEngineWire

/// The interface of an answer to the front that made the request.
///
/// All methods may be called concurrently and at any time; output to a front that is gone is discarded.
package final class FrontSession: Sendable {
    /// The front's request.
    package let request: FrontRequest
    /// The bytes from the front's stdin, such as a bar's clicks.
    ///
    /// Unread pieces are dropped, oldest first. The stream ends with the connection, not with the front's stdin; the end of a requested input
    /// is an empty piece.
    package let input: AsyncStream<[UInt8]>

    let connection: FrontConnection
    let processID: Int32
    let attached = ContinuousClock.now
    private let inputContinuation: AsyncStream<[UInt8]>.Continuation
    private let control: ServerControl

    /// The maximum number of unread pieces of input, which hold the largest document of a kind.
    private static let keptInput = 1024
    /// The maximum size of a piece of input in bytes, which limits the memory for unread input.
    private static let inputPiece = 1024
    /// The maximum size of an output frame, in bytes.
    private static let outputPiece = 32 * 1024

    init(request: FrontRequest, connection: FrontConnection, processID: Int32, control: ServerControl) {
        self.request = request
        self.connection = connection
        self.processID = processID
        self.control = control
        (input, inputContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.keptInput))
    }

    /// True if the front has closed the connection; the task of its answer is then cancelled.
    package var isGone: Bool { connection.isGone }

    /// True if the front queries the engine itself, which does not keep the engine running.
    var isObserver: Bool { request.arguments.first == "engine" }

    /// Requests the front's stdin, which it else reads for feeds only.
    package func requestInput() { connection.send(.inputRequest) }

    /// Writes a line, given without its newline, that replaces the previous one.
    ///
    /// It never waits. A slow front receives only the newest line; a line equal to the last printed one is not printed again. A line longer
    /// than ``WireFrame/maximumPayload`` is truncated.
    package func write(line: String) {
        var bytes = Array(line.utf8.prefix(WireFrame.maximumPayload - 1))
        bytes.append(UInt8(ascii: "\n"))
        connection.send(.line(bytes))
    }

    /// Writes to the front's stdout without loss: waits if the front is slow.
    package func write(stdout text: String) async {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, !isGone {
            connection.send(.output(Array(rest.prefix(Self.outputPiece))))
            rest = rest.dropFirst(Self.outputPiece)
            await connection.waitForRoom()
        }
    }

    /// Writes raw bytes to the front's stdout without loss, and never waits.
    package func write(bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            connection.send(.output(Array(rest.prefix(Self.outputPiece))))
            rest = rest.dropFirst(Self.outputPiece)
        }
    }

    /// Writes raw text to the front's stderr.
    ///
    /// It never waits; the text is dropped for a front that is too slow.
    package func write(stderr text: String) {
        connection.send(.error(Array(text.utf8.prefix(Self.outputPiece))), isDroppable: true)
    }

    /// The engine's status, without fronts that only query the engine itself.
    package func engineStatus() -> EngineStatus {
        control.status
    }

    /// Ends the engine after this front has received its exit code.
    package func stopEngine() {
        control.stop(after: self)
    }

    func receive(input bytes: [UInt8]) {
        if bytes.isEmpty { inputContinuation.yield([]) }
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
