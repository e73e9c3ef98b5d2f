import Testing

@testable import SubdialHTTP

@Suite struct IPAddressTests {
    /// The first and the last address of each range that is not public, and their neighbours.
    @Test(arguments: [
        ("0.0.0.0", true), ("0.255.255.255", true), ("1.0.0.0", false), ("8.8.8.8", false),
        ("9.255.255.255", false), ("10.0.0.0", true), ("10.255.255.255", true), ("11.0.0.0", false),
        ("100.63.255.255", false), ("100.64.0.0", true), ("100.127.255.255", true), ("100.128.0.0", false),
        ("126.255.255.255", false), ("127.0.0.1", true), ("127.255.255.255", true), ("128.0.0.0", false),
        ("169.253.255.255", false), ("169.254.0.0", true), ("169.254.255.255", true), ("169.255.0.0", false),
        ("172.15.255.255", false), ("172.16.0.0", true), ("172.31.255.255", true), ("172.32.0.0", false),
        ("192.167.255.255", false), ("192.168.0.0", true), ("192.168.255.255", true), ("192.169.0.0", false),
        ("223.255.255.255", false), ("224.0.0.1", true), ("255.255.255.255", true),
        ("::", true), ("::1", true), ("::8.8.8.8", true), ("2001:4860::8888", false),
        ("fbff::1", false), ("fc00::1", true), ("fdff::1", true), ("fe7f::1", false), ("fe80::1", true), ("fec0::1", true),
        ("ff02::1", true),
        // IPv4 addresses in IPv6: mapped, translated, and 6to4.
        ("::ffff:10.0.0.1", true), ("::ffff:8.8.8.8", false), ("64:ff9b::10.0.0.1", true), ("64:ff9b::8.8.8.8", false),
        ("2002:7f00:1::", true), ("2002:808:808::", false),
    ])
    func addressesOfOnesOwnNetwork(_ text: String, _ expected: Bool) throws {
        #expect(try #require(IPAddress(text)).isPrivate == expected)
    }

    @Test(arguments: ["", "nas", "1.2.3", "1.2.3.4.5", "256.0.0.1", "0x7f.0.0.1", "1.2.3.4:80", "[::1]", "::1%eth0", "1::2::3", "12345::"])
    func whatIsNoAddress(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test func theBytesAreInTheOrderOfTheNetwork() {
        #expect(IPAddress("192.0.2.1")?.bytes == [192, 0, 2, 1])
        #expect(IPAddress("2001:db8::5")?.bytes == [0x20, 0x01, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [5])
    }
}
