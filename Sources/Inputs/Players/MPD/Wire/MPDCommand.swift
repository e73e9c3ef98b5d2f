/// A command with its arguments.
struct MPDCommand: Hashable, Sendable {
    private let name: String
    private let arguments: [String]

    init(_ name: String, _ arguments: String...) {
        self.init(name, arguments: arguments)
    }

    init(_ name: String, arguments: [String]) {
        self.name = name
        self.arguments = arguments
    }

    /// The command as a line with each argument in quotes.
    ///
    /// nil if an argument contains a line end or a zero byte. The protocol has no escape for them, and the rest would be read as another
    /// command.
    var line: String? {
        guard arguments.allSatisfy({ !$0.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D } }) else { return nil }
        let quoted = arguments.map { argument in
            "\"" + argument.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }
        return ([name] + quoted).joined(separator: " ") + "\n"
    }

    static let status = MPDCommand("status")
    static let currentSong = MPDCommand("currentsong")
    static func queue(_ range: Range<Int>) -> MPDCommand { MPDCommand("playlistinfo", "\(range.lowerBound):\(range.upperBound)") }
}
