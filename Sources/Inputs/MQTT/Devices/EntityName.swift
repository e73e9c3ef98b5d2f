/// The name of an entity in Home Assistant: words in sentence case, made of a name in code.
struct EntityName: Hashable, CustomStringConvertible {
    /// The words that are not written in small letters.
    private static let spelling = Dictionary(
        uniqueKeysWithValues: [
            "API", "AQI", "CO", "CO₂", "CPU", "DNS", "ETA", "GPS", "GPU", "HDD", "HDMI", "HTTP", "ID", "IP", "IPv4", "IPv6", "LAN", "LED",
            "MAC", "NAS", "NO₂", "PM1", "PM2.5", "PM10", "RAM", "RPM", "RSSI", "SSD", "SSH", "SSID", "TLS", "TV", "UPS", "URL", "USB", "UV",
            "VPN", "WAN", "Wi-Fi", "pH",
        ].map { (key(of: $0), $0) })

    /// The longest name.
    private static let maximumLength = 60

    let description: String

    /// The name made of one like `cpuLoad`, `memory_free` or `play-pause`.
    ///
    /// - Parameter device: The name of the device, which Home Assistant puts before the name itself.
    init(of name: String, on device: String) {
        var words = Self.words(of: name)
        let former = Self.words(of: device)
        if words.count > former.count, words.starts(with: former) { words.removeFirst(former.count) }
        let text = words.map { Self.spelling[$0] ?? $0 }.joined(separator: " ")
        let isFixed = words.first.map { Self.spelling[$0] != nil } ?? false
        description = String((isFixed ? text : text.prefix(1).uppercased() + text.dropFirst()).prefix(Self.maximumLength))
    }

    /// The words in small letters: a capital after a small letter begins one, and so does the last one of several before a small letter.
    private static func words(of name: String) -> [String] {
        let characters = Array(name)
        var words: [String] = []
        var word = ""
        for (index, character) in characters.enumerated() {
            let isSeparator = character == "_" || character == "-" || character.isWhitespace
            let follows = characters.dropFirst(index + 1).first?.isLowercase == true
            let before = index > 0 ? characters[index - 1] : "_"
            let begins = character.isUppercase && (before.isLowercase || before.isNumber || before.isUppercase && follows)
            if isSeparator || begins {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if !isSeparator { word += character.lowercased() }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// A word of ``spelling`` as names in code have it.
    private static func key(of word: String) -> String {
        String(word.lowercased().compactMap { $0 == "₂" ? "2" : $0 == "." || $0 == "-" ? nil : $0 })
    }
}
