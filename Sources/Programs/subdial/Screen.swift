import Glibc
import SubdialEngineWire
import SubdialSystem

/// The output of the engine's frames.
///
/// Of lines that arrive together only the last is printed, and a line equal to the printed one is skipped: each line replaces the one
/// before.
struct Screen {
    /// True if output without a reader is discarded; false if it ends the front.
    private let ignoresMissingReader: Bool

    /// The last printed line, with its newline.
    private(set) var lastLine: [UInt8]?
    /// True if anything has been printed.
    private(set) var isUsed = false
    private var waitingLine: [UInt8]?

    /// The front's next step after a frame.
    enum Outcome: Equatable {
        case goOn
        case end(Int32)
    }

    init(ignoresMissingReader: Bool) {
        self.ignoresMissingReader = ignoresMissingReader
    }

    /// The last line in the form of ``FrontRequest/resume``; nil if nothing has been printed.
    var resume: String? {
        guard isUsed else { return nil }
        let line = lastLine ?? []
        return String(decoding: line.last == UInt8(ascii: "\n") ? line.dropLast() : line[...], as: UTF8.self)
    }

    /// Shows a frame from the engine.
    mutating func write(_ frame: WireFrame) -> Outcome {
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
        case .request, .input, .hello, .refusal, .inputRequest:
            return .goOn
        }
    }

    /// Prints the pending line, because no other line has arrived with it.
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
            Message.print("stdout cannot be written (\(SystemError(code: code)))")
            return .end(ExitCode.cannotWrite)
        }
    }
}
