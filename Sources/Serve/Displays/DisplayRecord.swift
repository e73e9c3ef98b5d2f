import FoundationEssentials

/// What a server knows of a display, and keeps.
struct DisplayRecord: Codable, Hashable, Sendable {
    /// The name of a picture's file, and when the picture became what it is.
    struct File: Codable, Hashable, Sendable {
        /// The tag of the picture's bytes.
        var tag: String
        /// Seconds since 1970.
        var epoch: Int
    }

    /// The display's own id, in upper case.
    let id: String
    /// The key that it shows with each request.
    private(set) var key: String
    /// The word in the addresses of its pictures.
    private(set) var pictureKey: String
    /// The word by which its owner tells it from others: six letters and digits.
    private(set) var friendlyID: String
    /// The name in the configuration; nil for a display that it does not name.
    var name: String?
    /// What it last told of itself.
    var report = DisplayReport()
    /// When it last asked, in seconds since 1970; 0 for never.
    var seen = 0
    /// Its wakes of the last 24 hours, in seconds since 1970.
    var wakes: [Int] = []
    /// The files by their screens.
    var files: [String: File] = [:]
    /// The screen that it shows, by its place among those of the configuration.
    var screen = -1
    /// The kind of that screen; nil for none, or a notice.
    var shown: String?
    /// How many seconds it was told to sleep.
    var sleep = 0

    init(id: String) {
        self.id = id
        key = Self.word(32)
        pictureKey = Self.word(32)
        friendlyID = Self.word(6).uppercased()
    }

    /// The record with the keys that another one has for the same display.
    func identified(as other: DisplayRecord?) -> DisplayRecord {
        guard let other else { return self }
        var record = self
        (record.key, record.pictureKey, record.friendlyID) = (other.key, other.pictureKey, other.friendlyID)
        return record
    }

    /// True where both differ in nothing but when the display asked, and what it told of itself then.
    func isSame(as other: DisplayRecord) -> Bool {
        var record = self
        (record.seen, record.report) = (other.seen, other.report)
        return record == other
    }

    /// Letters and digits that are not mistaken for each other.
    private static func word(_ length: Int) -> String {
        let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
        var random = SystemRandomNumberGenerator()
        return String((0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] })
    }

    /// The name of the file of a screen's picture, 24 characters long: firmwares take a name for new by its first 13 characters and the
    /// date at its end, keep no more than 30, and delete what does not end in a date of the last day.
    ///
    /// - Parameters:
    ///   - tag: The tag of the picture's bytes: another name for other bytes, and the same for the same.
    ///   - now: The present, which dates a picture that is new.
    mutating func fileName(of screen: String, tag: String, at now: Date) -> String {
        let present = Int(saturating: now.timeIntervalSince1970)
        let known = files[screen]
        // Two changes within a second have two names.
        if known?.tag != tag {
            files[screen] = File(tag: tag, epoch: max(present, (known?.epoch ?? 0) + 1))
        }
        let hash = String(screen.stableHash & 0xFF_FFFF, radix: 16)
        return "subdial" + String(repeating: "0", count: 6 - hash.count) + hash + "-\(files[screen]?.epoch ?? present)"
    }
}

/// What a display tells of itself with each request; nil for what it does not.
struct DisplayReport: Codable, Hashable, Sendable {
    /// Volts.
    var battery: Double?
    /// 0 to 100.
    var percent: Double?
    /// True while the battery is charged, or a cable is plugged in.
    var isCharging: Bool?
    /// Strength of the radio signal in dBm, below 0.
    var signal: Double?
    var firmware: String?
    var model: String?
    /// Pixels.
    var width: Int?, height: Int?

    init() {}

    /// Reads the fields of a request, by their names in lower case.
    init(_ field: (String) -> String?) {
        func number(_ names: String..., in range: ClosedRange<Double>) -> Double? {
            names.compactMap { field($0).flatMap { Double($0) } }.first { range.contains($0) }
        }
        func truth(_ name: String) -> Bool? {
            switch field(name)?.lowercased() {
            case "1", "true": true
            case "0", "false": false
            default: nil
            }
        }
        func text(_ name: String) -> String? { field(name).map { $0.shown }.flatMap { $0.isEmpty ? nil : $0 } }
        battery = number("battery-voltage", in: 0.1...20)
        percent = number("percent-charged", "battery-percent", in: 0...100)
        isCharging = truth("battery-charging") ?? truth("usb-connected")
        signal = number("rssi", in: -200...(-1))
        firmware = text("fw-version")
        model = text("model")
        width = number("width", "png-width", in: 1...8192).map { Int(saturating: $0) }
        height = number("height", "png-height", in: 1...8192).map { Int(saturating: $0) }
    }

    /// This report, and the older one's values for those that it does not tell.
    func over(_ older: DisplayReport) -> DisplayReport {
        var report = self
        report.battery = battery ?? older.battery
        report.percent = percent ?? older.percent
        report.isCharging = isCharging ?? older.isCharging
        report.signal = signal ?? older.signal
        report.firmware = firmware ?? older.firmware
        report.model = model ?? older.model
        if width == nil || height == nil { (report.width, report.height) = (older.width, older.height) }
        return report
    }

    /// The share of the battery that is left, 0 to 100: as told, or by the voltage of a lithium cell between 3.3 and 4.15 V.
    var charge: Double? {
        percent ?? battery.map { min(100, max(0, (($0 - 3.3) / 0.85 * 100).rounded())) }
    }
}
