import SubdialBasics
import SubdialExpressions
import SubdialPlayback

/// One word of a source setting, as in `--source`, `SUBDIAL_SOURCE` and `source` in the configuration.
enum SourceWord: Hashable {
    case bridge
    case mpris
    /// The bridge, if one is configured, and the players of this desktop.
    case auto
    /// The Music Player Daemon at the address of `MPD_HOST` and `MPD_PORT`; without them, the one of this machine.
    case mpd
    /// Messages in the file at this path, which may be relative.
    case file(path: String)
    /// A complete address.
    case address(String)

    /// The known words, for suggestions.
    private static let names = ["bridge", "mpris", "mpd", "vlc", "file:PATH", "auto"]

    /// Splits a text into words at spaces and commas.
    static func words(_ text: String) -> [String] { text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init) }

    /// Parses a word.
    ///
    /// A bridge's address contains its scheme, a dot or a port: a bare word is a mistake, not a host.
    ///
    /// - Throws: ``NoSource`` with the correct form, or `SourceError.badAddress`.
    init(_ word: String) throws {
        switch word {
        case "bridge": self = .bridge
        case "mpris", "mpris:": self = .mpris
        case "auto": self = .auto
        case "file": throw NoSource(description: "a file is named with its path: --source file:PATH, or file:- for standard input")
        case _ where word.hasPrefix("file:") && word != "file:-" && !word.hasPrefix("file:/"):
            self = .file(path: String(word.dropFirst("file:".count)))
        case "mpd", "mpd:": self = .mpd
        case "vlc", "localhost": self = .address(word)
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
