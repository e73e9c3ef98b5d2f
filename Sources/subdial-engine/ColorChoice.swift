import ArgumentParser
import Glibc

/// The choice of coloured output.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
}

extension CommandContext {
    /// True if stdout is a terminal.
    var outputIsTerminal: Bool { session?.request.outputIsTerminal ?? (isatty(STDOUT_FILENO) == 1) }

    /// True if output for stdout is coloured; by default on a terminal, unless `NO_COLOR` is set.
    func isColored(_ choice: ColorChoice) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto: outputIsTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }

    /// The width of the terminal in columns, at most 100; 80 if stdout is no terminal.
    var columns: Int {
        var size = winsize()
        guard session == nil, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(100, Int(size.ws_col))
    }
}
