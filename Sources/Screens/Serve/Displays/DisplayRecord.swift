import FoundationEssentials
import SubdialBasics

/// The stored state of a display.
struct DisplayRecord: Codable, Hashable, Sendable {
    /// The tag of a picture, and the time at which the picture became the current one.
    struct File: Codable, Hashable, Sendable {
        /// The tag of the picture's bytes.
        var tag: String
        /// Seconds since 1970.
        var epoch: Int
    }

    /// The display's own id, in upper case.
    let id: String
    /// The key with which the display authenticates.
    private(set) var key: String
    /// The secret in the URLs of its pictures.
    private(set) var pictureKey: String
    /// The short name that distinguishes the display for its owner: six letters and digits.
    private(set) var friendlyID: String
    /// The name in the configuration; nil for a display that is not configured.
    var name: String?
    /// The last report of the display about itself.
    var report = DisplayReport()
    /// The time of the last request, in seconds since 1970; 0 for never.
    var seen = 0
    /// The times of its wakes in the last 24 hours, in seconds since 1970.
    var wakes: [Int] = []
    /// The files by screen.
    private var files: [String: File] = [:]
    /// The shown screen, as its index in the configuration; below 0 for none.
    var screen = -1
    /// The kind of that screen; nil for none, or a notice.
    var shown: String?
    /// The last sleep time that was sent to the display, in seconds.
    var sleep = 0

    init(id: String) {
        self.id = id
        key = Self.word(32)
        pictureKey = Self.word(32)
        friendlyID = Self.word(6).uppercased()
    }

    /// The record with the keys of another record for the same display.
    func identified(as other: DisplayRecord?) -> DisplayRecord {
        guard let other else { return self }
        var record = self
        (record.key, record.pictureKey, record.friendlyID) = (other.key, other.pictureKey, other.friendlyID)
        return record
    }

    /// True if both differ only in the time of the last request and in the display's report.
    func isSame(as other: DisplayRecord) -> Bool {
        var record = self
        (record.seen, record.report) = (other.seen, other.report)
        return record == other
    }

    /// A random text of letters and digits that are not easily confused.
    private static func word(_ length: Int) -> String {
        let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
        var random = SystemRandomNumberGenerator()
        return String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
    }

    /// The name of the file of a screen's picture, 24 characters long.
    ///
    /// Firmware compares the first 13 characters and the date at the end to detect a new name, stores at most 30 characters, and deletes
    /// files whose name does not end in a date of the last day.
    ///
    /// - Parameters:
    ///   - tag: The tag of the picture's bytes: other bytes have another name, and equal bytes the same one.
    ///   - now: The present, which is the date of a new picture.
    mutating func fileName(of screen: String, tag: String, at now: Date) -> String {
        let present = Int(saturating: now.timeIntervalSince1970)
        let known = files[screen]
        // Two changes within a second have different names.
        if known?.tag != tag {
            files[screen] = File(tag: tag, epoch: max(present, (known?.epoch ?? 0) + 1))
        }
        let hash = String(screen.stableHash & 0xFF_FFFF, radix: 16)
        return "subdial" + String(repeating: "0", count: 6 - hash.count) + hash + "-\(files[screen]?.epoch ?? present)"
    }
}
