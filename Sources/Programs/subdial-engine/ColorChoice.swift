import ArgumentParser
import Glibc

/// The choice of coloured output.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// The choice in arguments that are not parsed, such as those of a request for help.
    init(in arguments: [String]) {
        let words = zip(arguments, arguments.dropFirst() + [""]).compactMap { word, next in
            word == "--color" ? next : word.hasPrefix("--color=") ? String(word.dropFirst("--color=".count)) : nil
        }
        self = words.last.flatMap(Self.init(rawValue:)) ?? .auto
    }
}

extension CommandContext {
    /// True if stdout is a terminal.
    var outputIsTerminal: Bool { session?.request.outputIsTerminal ?? (isatty(STDOUT_FILENO) == 1) }

    /// True if stderr is a terminal of this process.
    var errorsAreOnTerminal: Bool { session == nil && isatty(STDERR_FILENO) == 1 }

    /// True if output is coloured; by default on a terminal, unless `NO_COLOR` is set.
    func isColored(_ choice: ColorChoice, isTerminal: Bool) -> Bool {
        switch choice {
        case .always: true
        case .never: false
        case .auto: isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }

    /// The width of the terminal in columns, at most 100; 80 if stdout is no terminal.
    var columns: Int {
        var size = winsize()
        guard session == nil, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return min(100, Int(size.ws_col))
    }
}
