import FoundationEssentials
import SubdialBasics

/// The values that a display reports with each request; nil for those that it omits.
struct DisplayReport: Codable, Hashable, Sendable {
    /// The battery voltage, in volts.
    var battery: Double?
    /// The battery charge, 0 to 100.
    private var percent: Double?
    /// True while the battery is charging, or a cable is plugged in.
    var isCharging: Bool?
    /// The strength of the radio signal in dBm, below 0.
    var signal: Double?
    private var firmware: String?
    var model: String?
    /// The size of the screen, in pixels.
    var width: Int?, height: Int?
    /// True for a client on a Kindle or in KOReader, which tells the size of the PNG that it reads; a Kindle reads 8-bit grays alone.
    var readsGrays: Bool?

    init() {}

    /// Parses the header fields of a request.
    ///
    /// - Parameter field: Returns the value of a field by its name in lower case.
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
        func text(_ name: String) -> String? { field(name).map { $0.oneLine(limit: 80) }.flatMap { $0.isEmpty ? nil : $0 } }
        battery = number("battery-voltage", in: 0.1...20)
        percent = number("percent-charged", "battery-percent", in: 0...100)
        isCharging = truth("battery-charging") ?? truth("usb-connected")
        signal = number("rssi", in: -200...(-1))
        firmware = text("fw-version")
        model = text("model")
        width = number("width", "png-width", in: 1...8192).map { Int(saturating: $0) }
        height = number("height", "png-height", in: 1...8192).map { Int(saturating: $0) }
        readsGrays = field("png-width").map { _ in true }
    }

    /// This report, with the older report's values for omitted ones.
    func over(_ older: DisplayReport) -> DisplayReport {
        var report = self
        report.battery = battery ?? older.battery
        report.percent = percent ?? older.percent
        report.isCharging = isCharging ?? older.isCharging
        report.signal = signal ?? older.signal
        report.firmware = firmware ?? older.firmware
        report.model = model ?? older.model
        if width == nil || height == nil {
            (report.width, report.height, report.readsGrays) = (older.width, older.height, older.readsGrays)
        }
        return report
    }

    /// The battery charge, 0 to 100: the reported percentage, or an estimate from the voltage of a lithium cell between 3.3 and 4.15 V.
    var charge: Double? {
        percent ?? battery.map { min(100, max(0, (($0 - 3.3) / 0.85 * 100).rounded())) }
    }

    /// True for a screen of 800 × 480 pixels, which is also that of a display that reports none.
    var hasStandardSize: Bool {
        guard let width, let height else { return true }
        return (width, height) == (800, 480)
    }

    /// True for TRMNL's firmware before 1.5, which reads no PNG.
    ///
    /// Since 1.6 it reports its model.
    var readsBitmapsOnly: Bool {
        let parts = firmware?.split(separator: ".").prefix(2).map { Int($0) } ?? []
        guard model == nil, hasStandardSize, parts.count == 2, let major = parts[0], let minor = parts[1] else { return false }
        return (major, minor) < (1, 5)
    }
}
