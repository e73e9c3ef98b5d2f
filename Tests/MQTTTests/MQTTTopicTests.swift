import Testing

@testable import MQTT

/// Addresses, topics and filters.
@Suite struct MQTTTopicTests {
    @Test(arguments: [
        ("mqtt://nas.local", "nas.local", 1883, false), ("mqtts://nas.local/", "nas.local", 8883, true),
        ("mqtt://[fe80::1]:1884", "fe80::1", 1884, false), ("mqtt://10.0.0.2:11883", "10.0.0.2", 11883, false),
    ])
    func addressesAreRead(_ text: String, _ host: String, _ port: Int, _ isSecure: Bool) throws {
        let address = try MQTTAddress(text)
        #expect(address.host == host && address.port == port && address.isSecure == isSecure && address.description == text)
    }

    @Test(arguments: [
        ("", "no MQTT broker is named"), ("nas.local:1883", "it begins with mqtt:// or mqtts://"),
        ("http://nas.local", "it begins with mqtt:// or mqtts://"), ("mqtt://", "the host is missing"),
        ("mqtt://me:secret@nas.local", "name and password belong into a file"), ("mqtt://nas.local:0", "a port is a number"),
        ("mqtt://nas.local:70000", "a port is a number"), ("mqtt://[::1]x", "a port is a number"),
        ("mqtt://nas.local/topic", "behind the port stands nothing"), ("mqtt://nas local", "it has blanks or controls"),
    ])
    func wrongAddressesTellWhy(_ text: String, _ reason: String) throws {
        let error = #expect(throws: MQTTError.self) { try MQTTAddress(text) }
        #expect(error?.description.contains(reason) == true)
    }

    @Test(
        arguments: [
            ("a/b", "a/b", []), ("a/+", "a/b", ["b"]), ("+/b/+", "a/b/", ["a", ""]), ("a/#", "a/b/c", ["b/c"]), ("a/#", "a", [""]),
            ("#", "a/b", ["a/b"]), ("a/+", "a", nil), ("a/+", "a/b/c", nil), ("a/b", "a/b/c", nil), ("a/b/c", "a/b", nil),
            ("#", "$SYS/x", nil),
            ("+/x", "$SYS/x", nil), ("$SYS/#", "$SYS/x", ["x"]), ("a/+/c/#", "a/b/c/d/e", ["b", "d/e"]),
        ] as [(String, String, [String]?)])
    func filtersLetTopicsThrough(_ filter: String, _ topic: String, _ parts: [String]?) {
        #expect(MQTTTopic.wildcards(filter, topic) == parts)
        #expect(MQTTTopic.matches(filter, topic) == (parts != nil))
    }

    @Test(arguments: ["", "a/+", "a/#", "a\nb", String(repeating: "x", count: 65_536)])
    func wrongTopicsAreRefused(_ topic: String) {
        #expect(throws: MQTTError.self) { try MQTTTopic.check(topic) }
    }

    @Test(arguments: ["", "a#", "#/a", "a+", "+b/c"])
    func wrongFiltersAreRefused(_ filter: String) {
        #expect(throws: MQTTError.self) { try MQTTTopic.check(filter: filter) }
    }
}

/// What waits for a broker.
@Suite struct MQTTOutboxTests {
    private func texts(_ outbox: MQTTOutbox) -> [String] { outbox.waiting.map { "\($0.message.topic)=\($0.message.text)" } }
    private func state(_ topic: String, _ text: String) -> MQTTOutbox.Item { .init(message: .init(topic, text, isRetained: true)) }
    private func command(_ topic: String, _ text: String) -> MQTTOutbox.Item { .init(message: .init(topic, text)) }

    @Test func theNewestStateAndAllCommandsWait() throws {
        var outbox = MQTTOutbox()
        for item in [state("s", "1"), command("c", "1"), state("s", "2"), command("c", "2"), state("t", "1"), command("c", "1")] {
            try outbox.add(item)
        }
        #expect(texts(outbox) == ["s=2", "c=1", "c=2", "t=1", "c=1"])
    }

    @Test func whatWasNotConfirmedWaitsAgainWhereNothingNewerDoes() throws {
        var outbox = MQTTOutbox()
        for item in [command("c", "1"), state("s", "1"), command("c", "2"), state("t", "1")] { try outbox.add(item) }
        for number in 1...4 as ClosedRange<Int32> { outbox.noteSent(number) }
        #expect(outbox.confirm(1)?.message.text == "1" && outbox.confirm(1) == nil)
        try outbox.add(state("s", "2"))
        outbox.restore()
        #expect(texts(outbox) == ["c=2", "t=1", "s=2"])
    }

    @Test func onlySoManyAreUnderWayAndWait() throws {
        var outbox = MQTTOutbox()
        for number in 0..<MQTTOutbox.limit { try outbox.add(command("c", "\(number)")) }
        #expect(throws: MQTTError.full(limit: MQTTOutbox.limit)) { try outbox.add(command("c", "more")) }
        for number in 0..<MQTTOutbox.window { outbox.noteSent(Int32(number)) }
        #expect(outbox.next == nil)
        _ = outbox.confirm(3)
        #expect(outbox.next != nil)
    }
}
