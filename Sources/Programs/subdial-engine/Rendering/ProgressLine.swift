import FoundationEssentials
import Glibc
import Synchronization

/// A progress bar on one line of the terminal, which is redrawn and finally erased.
///
/// It writes nothing if stderr is not a terminal.
final class ProgressLine: Sendable {
    private struct State {
        var done = 0
        var drawn: ContinuousClock.Instant?
    }

    private let total: Int
    private let isShown: Bool
    private let state = Mutex(State())

    /// Block elements in eighths of a cell, for a smooth bar.
    private static let eighths = Array(" ▏▎▍▌▋▊▉█")
    private static let width = 28
    /// The minimum time between two updates; more frequent ones would not be visible.
    private static let interval = Duration.milliseconds(50)

    init(total: Int) {
        self.total = total
        isShown = total > 1 && isatty(STDERR_FILENO) == 1
    }

    /// Adds a completed job, `name`.
    func advance(_ name: String) {
        guard isShown else { return }
        let line: String? = state.withLock { state in
            state.done += 1
            let now = ContinuousClock.now
            guard state.drawn.map({ now - $0 >= Self.interval }) ?? true else { return nil }
            state.drawn = now
            return Self.line(state.done, of: total, name)
        }
        if let line { Self.write("\r\u{1B}[K" + line) }
    }

    /// Erases the line.
    func finish() {
        // Only once: what is written after the line must not be erased.
        guard isShown, state.withLock({ $0.drawn.take() != nil }) else { return }
        Self.write("\r\u{1B}[K")
    }

    /// The bar, the count, and the name of the last completed job.
    static func line(_ done: Int, of total: Int, _ name: String) -> String {
        let filled = total > 0 ? min(done * width * 8 / total, width * 8) : 0
        let (whole, rest) = (filled / 8, filled % 8)
        let bar = String(repeating: "█", count: whole) + (whole < width ? String(eighths[rest]) : "")
        let room = String(repeating: " ", count: width - min(width, whole + 1))
        return "\(bar)\(room) \(done)/\(total) \(name)"
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, bytes.count) }
    }
}
