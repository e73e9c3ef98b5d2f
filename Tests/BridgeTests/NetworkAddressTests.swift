import Testing

@testable import SubdialBridge

@Suite struct NetworkAddressTests {
    /// The bytes in hexadecimal, the form in a URL, and the properties: loopback, link-local, not of a single machine.
    @Test(arguments: [
        ("c0a80105", "192.168.1.5", ""),
        ("7f000001", "127.0.0.1", "loopback"),
        ("a9fe0102", "169.254.1.2", "link"),
        ("00000000", "0.0.0.0", "many"),
        ("e00000fb", "224.0.0.251", "many"),
        ("ffffffff", "255.255.255.255", "many"),
        ("20010db8000000000000000000000005", "[2001:db8::5]", ""),
        ("20010db8000000010001000100010001", "[2001:db8:0:1:1:1:1:1]", ""),
        ("20010db8000000000001000000000001", "[2001:db8::1:0:0:1]", ""),
        ("20010000000000010000000000000001", "[2001:0:0:1::1]", ""),
        ("fd000000000000000000000000000000", "[fd00::]", ""),
        ("00000000000000000000000000000001", "[::1]", "loopback"),
        ("00000000000000000000000000000000", "[::]", "many"),
        ("fe80000000000000021122fffe334455", "[fe80::211:22ff:fe33:4455]", "link"),
        ("febf0000000000000000000000000001", "[febf::1]", "link"),
        ("fec00000000000000000000000000001", "[fec0::1]", ""),
        ("ff0200000000000000000000000000fb", "[ff02::fb]", "many"),
        ("00000000000000000000ffffc0a80105", "192.168.1.5", ""),
    ])
    func tellsWhatItIs(_ hexadecimal: String, _ text: String, _ mark: String) throws {
        let digits = hexadecimal.compactMap { $0.hexDigitValue }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        let address = try #require(NetworkAddress(bytes))
        #expect(address.urlText == text)
        #expect(address.isLoopback == (mark == "loopback"))
        #expect(address.isLinkLocal == (mark == "link"))
        #expect(address.isOfOneMachine == (mark != "many"))
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func anotherNumberOfBytesIsNoAddress(_ count: Int) {
        #expect(NetworkAddress(Array(repeating: 1, count: count)) == nil)
    }
}
