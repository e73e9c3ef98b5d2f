import SubdialTestSupport
import Testing

@testable import SubdialBridge

@Suite struct SightingTests {
    /// Service records, and the name, addresses and other URLs of each bridge.
    private static let table: [([ServiceRecord], [String])] = [
        ([], []),
        ([.sample()], ["Unified Hi-Fi Control: http://192.168.1.5:8088 | http://nas.local:8088"]),
        // Announced with both service types: the newer one has its own name.
        (
            [.sample(), .sample("Den UHC", type: .bridge, text: ["base=http://NAS2:8088"])],
            ["Den UHC: http://192.168.1.5:8088 | http://nas.local:8088 http://NAS2:8088"]
        ),
        // Two networks and both kinds of addresses; a link-local IPv6 address is not used.
        (
            [
                .sample(at: nil), .sample(at: "fe80::1"), .sample(at: "169.254.7.7"), .sample(at: "2001:db8::5"),
                .sample(at: "10.0.0.5", interface: 3),
                .sample(at: "127.0.0.1", interface: 1),
            ],
            [
                "Unified Hi-Fi Control: http://10.0.0.5:8088 http://[2001:db8::5]:8088 http://169.254.7.7:8088 http://127.0.0.1:8088 | "
                    + "http://nas.local:8088"
            ]
        ),
        // Two machines with the same service name, and two bridges on one machine.
        (
            [.sample(), .sample(host: "den.local", at: "192.168.1.6"), .sample(host: "den.local", at: "192.168.1.6", port: 9000)],
            [
                "Unified Hi-Fi Control: http://192.168.1.5:8088 | http://nas.local:8088",
                "Unified Hi-Fi Control: http://192.168.1.6:8088 | http://den.local:8088",
                "Unified Hi-Fi Control: http://192.168.1.6:9000 | http://den.local:9000",
            ]
        ),
        // One address with two names of the machine; the third record connects the first two.
        (
            [
                .sample(host: "a.local", at: "10.0.0.1"), .sample(host: "b.local", at: "10.0.0.2"),
                .sample(host: "a.local", at: "10.0.0.2"),
            ],
            ["Unified Hi-Fi Control: http://10.0.0.1:8088 http://10.0.0.2:8088 | http://a.local:8088 http://b.local:8088"]
        ),
        // The loopback address exists on every machine, and a link-local address may be on another link.
        (
            [
                .sample(host: "a.local", at: "127.0.0.1"), .sample(host: "b.local", at: "127.0.0.1"),
                .sample(host: "c.local", at: "169.254.1.1", interface: 2), .sample(host: "d.local", at: "169.254.1.1", interface: 3),
            ],
            [
                "Unified Hi-Fi Control: http://127.0.0.1:8088 | http://a.local:8088",
                "Unified Hi-Fi Control: http://127.0.0.1:8088 | http://b.local:8088",
                "Unified Hi-Fi Control: http://169.254.1.1:8088 | http://c.local:8088",
                "Unified Hi-Fi Control: http://169.254.1.1:8088 | http://d.local:8088",
            ]
        ),
        // Without a port and a usable address, only the URL in the text record is left, if there is one.
        ([.sample(at: "192.168.1.5", port: 0, text: ["base=https://nas/hifi/"])], ["Unified Hi-Fi Control:  | https://nas/hifi"]),
        ([.sample(host: "what is this", at: "224.0.0.251")], []),
        // Hostile records: names, machines and addresses with invalid characters.
        (
            [.sample("\u{1B}]0;x\u{7}", host: "nas.local/../?", text: ["base=http://user:secret@10.0.0.9:1"])],
            ["]0;x: http://192.168.1.5:8088 | "]
        ),
        (
            [.sample("\u{1B}", host: "nas.local", text: ["base=file:///etc/passwd"])],
            ["nas.local: http://192.168.1.5:8088 | http://nas.local:8088"]
        ),
        ([.sample(text: ["base=http://nas:8088/\u{1B}[2J"])], ["Unified Hi-Fi Control: http://192.168.1.5:8088 | http://nas.local:8088"]),
    ]

    @Test(arguments: table)
    func mergesWhatIsOneBridge(_ records: [ServiceRecord], _ bridges: [String]) {
        #expect(described(records) == bridges)
    }

    /// The result does not depend on the order of the records.
    @Test(arguments: table)
    func orderDoesNotMatter(_ records: [ServiceRecord], _ bridges: [String]) {
        var generator = SplitMix64(seed: 11)
        for _ in 0..<50 { #expect(described((records + records).shuffled(using: &generator)) == bridges) }
    }

    @Test func versionOfTheAnnouncementIsCleaned() {
        let sightings = Announcement.merged([.sample(text: ["version=3.3\u{1B}[0m"])])
        #expect(sightings.map(\.version) == ["3.3 [0m"])
    }

    private func described(_ records: [ServiceRecord]) -> [String] {
        Announcement.merged(records).map { sighting in
            let places = [sighting.addresses, sighting.others].map { $0.map(\.text).joined(separator: " ") }
            return "\(sighting.name): \(places.joined(separator: " | "))"
        }.sorted()
    }
}
