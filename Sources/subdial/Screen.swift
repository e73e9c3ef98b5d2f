import EngineWire
import Glibc

/// What of the engine's frames has been shown, and what is next.
///
/// Of lines that come together only the last is printed, and none that is there already: each line takes the place of the one before.
struct Screen {
    /// Whether output that nobody reads is left out rather than the end of the front.
    let ignoresMissingReader: Bool

    /// The line that stands there, with its newline.
    private(set) var lastLine: [UInt8]?
    /// Whether anything has been printed.
    private(set) var isUsed = false
    private var waitingLine: [UInt8]?

    /// What a front does after it has shown something.
    enum Outcome: Equatable {
        case goOn
        case end(Int32)
    }

    init(ignoresMissingReader: Bool) {
        self.ignoresMissingReader = ignoresMissingReader
    }

    /// The last line as a request carries it to the next engine: nil where nothing has been printed.
    var resume: String? {
        guard isUsed else { return nil }
        let line = lastLine ?? []
        return String(decoding: line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...], as: UTF8.self)
    }

    /// Shows a frame of the engine's.
    mutating func show(_ frame: WireFrame) -> Outcome {
        switch frame {
        case .line(let bytes):
            waitingLine = bytes
            return .goOn
        case .output(let bytes):
            return then { $0.print(bytes) }
        case .error(let bytes):
            return then { _ in
                Message.send(bytes)
                return .goOn
            }
        case .exit(let code):
            return then { _ in .end(code) }
        case .request, .input, .hello, .refusal:
            return .goOn
        }
    }

    /// Prints the line that waits, since no other has come with it.
    mutating func flush() -> Outcome {
        guard let line = waitingLine else { return .goOn }
        waitingLine = nil
        guard line != lastLine else { return .goOn }
        let outcome = print(line)
        lastLine = line
        return outcome
    }

    private mutating func then(_ action: (inout Screen) -> Outcome) -> Outcome {
        let outcome = flush()
        return outcome == .goOn ? action(&self) : outcome
    }

    private mutating func print(_ bytes: [UInt8]) -> Outcome {
        isUsed = true
        switch StandardOutput.write(bytes) {
        case .written:
            return .goOn
        case .readerGone:
            return ignoresMissingReader ? .goOn : .end(ExitCode.done)
        case .failed(let code):
            Message.print("stdout cannot be written (\(String(cString: strerror(code))))")
            return .end(ExitCode.cannotWrite)
        }
    }
}
