import Testing

@testable import SubdialKinds

@Suite struct TimeLengthTests {
    @Test(
        arguments: [
            ("30s", 30), ("10m", 600), ("1h", 3600), ("1d", 86_400), ("1h 30m", 5400), ("1.5m", 90), ("90", 90), ("0", 0),
            ("none", .infinity),
            ("9999999d", TimeLength.longest), ("", nil), ("m", nil), ("10", 10), ("10x", nil), ("-5", nil), ("-5m", nil), ("5m 3", nil),
            ("inf", nil), ("nan", nil), ("never", nil),
        ] as [(String, Double?)])
    func isRead(_ text: String, _ seconds: Double?) {
        #expect(TimeLength.patience(text) == seconds)
    }
}
