import Synchronization

/// A bar on the terminal's stderr that shows how far long work is; without a terminal, nothing.
final class ProgressBar: Sendable {
    private static let width = 30

    private let context: CommandContext
    private let title: String
    /// The line that is shown; empty for none.
    private let shown = Mutex("")

    init(_ title: String, in context: CommandContext) { (self.title, self.context) = (title, context) }

    /// Shows the number of finished steps of all.
    func show(_ done: Int, of all: Int) {
        guard all > 0 else { return }
        let filled = Self.width * min(done, all) / all
        let line =
            "\(title) [\(String(repeating: "#", count: filled))\(String(repeating: "-", count: Self.width - filled))] \(done) of \(all)"
        let isNew = shown.withLock { shown in
            // A terminal is slower than the work.
            let step = max(1, all / 200)
            guard done == all || done % step == 0, shown != line else { return false }
            shown = line
            return true
        }
        if isNew { context.showProgress(line) }
    }

    /// Removes the bar.
    func end() {
        let wasShown = shown.withLock { shown in
            defer { shown = "" }
            return !shown.isEmpty
        }
        if wasShown { context.showProgress("") }
    }
}
