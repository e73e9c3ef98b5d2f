import Expressions
import Playback

/// One word of what is followed, as `--source`, `SUBDIAL_SOURCE` and `source` in the configuration have it.
enum SourceWord: Hashable {
    case bridge
    case mpris
    /// The bridge, where one is set, and the players of this desktop.
    case auto
    /// Messages in the file at this path, which may be relative.
    case file(path: String)
    /// An address in full.
    case address(String)

    /// The words that stand for themselves.
    private static let names = ["bridge", "mpris", "mpd", "vlc", "file:PATH", "auto"]

    /// The words of a text, parted by blanks or commas.
    static func words(_ text: String) -> [String] { text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init) }

    /// Reads a word.
    ///
    /// A bridge is named with its scheme, a dot or a port: a bare word is a slip, not a host.
    ///
    /// - Throws: ``NoSource`` with what to write, or `SourceError.badAddress`.
    init(_ word: String) throws {
        switch word {
        case "bridge": self = .bridge
        case "mpris", "mpris:": self = .mpris
        case "auto": self = .auto
        case "file": throw NoSource(description: "a file is named with its path: --source file:PATH, or file:- for standard input")
        case _ where word.hasPrefix("file:") && word != "file:-" && !word.hasPrefix("file:/"):
            self = .file(path: String(word.dropFirst("file:".count)))
        case "mpd", "vlc", "localhost": self = .address(word)
        default:
            guard word.contains(where: { ".:/".contains($0) }) else {
                let meant = Suggestion.nearest(to: word, among: Self.names)
                throw NoSource(
                    description: "there is no source '\(word)'; "
                        + (meant.map { "did you mean '\($0)'?" }
                            ?? "there are \(Self.names.joined(separator: ", ")) and addresses, a bridge's like http://\(word):8088"))
            }
            _ = try SourceAddress(word)
            self = .address(word)
        }
    }
}
