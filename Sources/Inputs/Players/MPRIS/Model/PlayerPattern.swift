/// The structure of a player's bus name, without `org.mpris.MediaPlayer2.`.
enum PlayerName {
    /// The prefix of all players' bus names.
    static let prefix = "org.mpris.MediaPlayer2."

    /// The player in a bus name; nil if it is not a player's name.
    static func ofBus(_ name: String) -> String? {
        name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count ? String(name.dropFirst(prefix.count)) : nil
    }

    /// The name without its instance suffix: `firefox` of `firefox.instance_1_42`.
    static func base(_ name: String) -> String {
        guard let instance = name.firstRange(of: ".instance"), instance.lowerBound != name.startIndex else { return name }
        return String(name[..<instance.lowerBound])
    }

    /// True if the player is a browser, which also plays media other than music.
    static func isBrowser(_ name: String) -> Bool {
        base(name).lowercased().split { ".-_".contains($0) }.contains { browsers.contains(String($0)) }
    }

    private static let browsers: Set<String> = [
        "brave", "browser", "chrome", "chromium", "edge", "epiphany", "falkon", "firefox", "floorp", "konqueror", "librewolf", "msedge",
        "opera", "qutebrowser", "thorium", "vivaldi", "waterfox", "zen",
    ]
}

/// A pattern that matches player names: see ``MPRISOptions``.
struct PlayerPattern: Hashable, Sendable {
    private let text: String

    /// True if the pattern is `%any`.
    var isAny: Bool { text == "%any" }

    init(_ text: String) {
        let lowered = text.lowercased()
        // A complete bus name is accepted too.
        let prefix = PlayerName.prefix.lowercased()
        self.text = lowered.hasPrefix(prefix) ? String(lowered.dropFirst(prefix.count)) : lowered
    }

    /// True if the pattern matches the player `name`.
    func matches(_ name: String) -> Bool {
        let name = name.lowercased()
        if isAny || name == text || name.hasPrefix(text + ".") { return true }
        guard text.contains("*") else { return false }
        return Self.globs(Array(text.utf8), Array(name.utf8))
    }

    /// True if `pattern`, with `*` as wildcard, matches all of `text`; takes time proportional to the product of their lengths.
    private static func globs(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var (place, index) = (0, 0)
        var lastStar: (place: Int, index: Int)?
        while index < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                lastStar = (place, index)
                place += 1
            } else if place < pattern.count, pattern[place] == text[index] {
                (place, index) = (place + 1, index + 1)
            } else if let star = lastStar {
                // Backtrack: the last star matches one more byte.
                lastStar = (star.place, star.index + 1)
                (place, index) = (star.place + 1, star.index + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
