/// Why a daemon did not do what it was asked: its line `ACK [CODE@INDEX] {COMMAND} MESSAGE`.
struct MPDAck: Hashable, Sendable {
    /// The kind of failure; daemons yet to come may send others.
    struct Code: RawRepresentable, Hashable, Sendable {
        /// The number as it is sent.
        var rawValue: Int

        /// Makes the code with that number.
        init(rawValue: Int) { self.rawValue = rawValue }

        /// An argument that cannot be, such as a place behind the end of the queue.
        static let argument = Code(rawValue: 2)
        /// A password that is not right.
        static let password = Code(rawValue: 3)
        /// What this client may not do, or not without a password.
        static let permission = Code(rawValue: 4)
        /// A command that this daemon does not know.
        static let unknownCommand = Code(rawValue: 5)
        /// A song, a file or an output that is not there.
        static let missing = Code(rawValue: 50)
        /// Something that went wrong in the daemon or below it.
        static let system = Code(rawValue: 52)
        /// A control that makes no sense now, such as a seek while nothing plays.
        static let player = Code(rawValue: 55)
    }

    /// The kind of failure.
    var code: Code
    /// Which command of a list it was, counted from 0.
    var index: Int
    /// The command that failed; empty where the daemon does not know it.
    var command: String
    /// The daemon's own words.
    var message: String

    init(code: Code, index: Int = 0, command: String = "", message: String) {
        self.code = code
        self.index = index
        self.command = command
        self.message = message
    }

    /// Reads the line; nil where it is not one.
    init?(line: String) {
        guard line.hasPrefix("ACK ["), let at = line.firstIndex(of: "@"), let end = line.firstIndex(of: "]"), at < end,
            let code = Int(line[line.index(line.startIndex, offsetBy: 5)..<at]), let index = Int(line[line.index(after: at)..<end])
        else { return nil }
        var rest = line[line.index(after: end)...].drop { $0 == " " }
        var command: Substring = ""
        if rest.hasPrefix("{") {
            guard let brace = rest.firstIndex(of: "}") else { return nil }
            command = rest[rest.index(after: rest.startIndex)..<brace]
            rest = rest[rest.index(after: brace)...].drop { $0 == " " }
        }
        self.init(code: Code(rawValue: code), index: index, command: String(command), message: String(rest))
    }
}
