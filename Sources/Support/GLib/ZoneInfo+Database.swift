import Glibc

extension ZoneInfo {
    /// True if the text may be an identifier: ASCII words separated by slashes, without a way out of the database.
    static func isIdentifier(_ text: String) -> Bool {
        // The longest existing name has 32 letters.
        guard text.utf8.count <= 64 else { return false }
        let words = text.split(separator: "/", omittingEmptySubsequences: false)
        // The folder `right` contains zones with leap seconds, and `posix` duplicates all zones.
        guard let first = words.first, first != "right", first != "posix" else { return false }
        return words.allSatisfy { word in
            word.first?.isLetter == true
                && word.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                        UInt8(ascii: "0")...UInt8(ascii: "9"),
                        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                        true
                    default: false
                    }
                }
        }
    }

    /// True if the database contains a file of that name in TZif format (RFC 9636).
    ///
    /// GLib by itself would also accept rules such as `EST5EDT4`, and abort on a file of another format.
    static func isInDatabase(_ identifier: String) -> Bool {
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
        let file = open("\(folder)/\(identifier)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return false }
        defer { close(file) }
        var magic = [UInt8](repeating: 0, count: 4)
        return read(file, &magic, magic.count) == magic.count && magic == Array("TZif".utf8)
    }
}
