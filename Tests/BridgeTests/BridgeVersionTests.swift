import Testing

@testable import SubdialBridge

@Suite struct BridgeVersionTests {
    @Test(
        arguments: [
            ("3.7.0-alpha.9", BridgeVersion(major: 3, minor: 7)), ("v4.0.0-beta", BridgeVersion(major: 4, minor: 0)),
            ("2.7.1-rc.1", BridgeVersion(major: 2, minor: 7)), ("3", BridgeVersion(major: 3, minor: 0)),
            ("3.10", BridgeVersion(major: 3, minor: 10)),
            ("3.4-rc1", BridgeVersion(major: 3, minor: 4)), ("", nil), ("next", nil), (".7", nil), ("-3.1", nil),
            ("99999999999999999999.1", nil),
        ] as [(String, BridgeVersion?)])
    func versions(_ text: String, _ expected: BridgeVersion?) {
        #expect(BridgeVersion(text) == expected)
    }

    @Test func versionsAreNumbers() {
        #expect(BridgeVersion(major: 3, minor: 9) < BridgeVersion(major: 3, minor: 10))
        #expect(BridgeVersion(major: 2, minor: 11) < BridgeVersion(major: 3, minor: 0))
    }
}
