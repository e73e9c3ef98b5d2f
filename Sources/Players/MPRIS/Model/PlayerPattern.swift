/// Names of players on the bus, without `org.mpris.MediaPlayer2.`, and what it tells.
enum PlayerName {
    /// What all players' bus names begin with.
    static let prefix = "org.mpris.MediaPlayer2."

    /// The player of a bus name; nil where it is none.
    static func ofBus(_ name: String) -> String? {
        name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count ? String(name.dropFirst(prefix.count)) : nil
    }

    /// The name without the part that tells instances apart: `firefox` of `firefox.instance_1_42`.
    static func base(_ name: String) -> String {
        guard let instance = name.firstRange(of: ".instance"), instance.lowerBound != name.startIndex else { return name }
        return String(name[..<instance.lowerBound])
    }

    /// Whether the player is a browser, which plays all sorts of things beside music.
    static func isBrowser(_ name: String) -> Bool {
        base(name).lowercased().split { ".-_".contains($0) }.contains { browsers.contains(String($0)) }
    }

    private static let browsers: Set<String> = [
        "brave", "browser", "chrome", "chromium", "edge", "epiphany", "falkon", "firefox", "floorp", "konqueror", "librewolf", "msedge",
        "opera", "qutebrowser", "thorium", "vivaldi", "waterfox", "zen",
    ]
}

/// A pattern that means some players: see ``MPRISOptions``.
struct PlayerPattern: Hashable, Sendable {
    private let text: String

    /// Whether it is `%any`.
    var isAny: Bool { text == "%any" }

    init(_ text: String) {
        let lowered = text.lowercased()
        // The whole bus name is taken as well.
        let prefix = PlayerName.prefix.lowercased()
        self.text = lowered.hasPrefix(prefix) ? String(lowered.dropFirst(prefix.count)) : lowered
    }

    /// Whether the player `name` is meant.
    func matches(_ name: String) -> Bool {
        let name = name.lowercased()
        if isAny || name == text || name.hasPrefix(text + ".") { return true }
        guard text.contains("*") else { return false }
        return Self.globs(Array(text.utf8), Array(name.utf8))
    }

    /// Whether `pattern` with its stars fits all of `text`, in a time that grows with the product of their lengths.
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
                // The last star takes one more.
                lastStar = (star.place, star.index + 1)
                (place, index) = (star.place + 1, star.index + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
