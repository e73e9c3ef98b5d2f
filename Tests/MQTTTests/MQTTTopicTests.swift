import Testing

@testable import SubdialMQTT

/// Tests of addresses, topics and filters.
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

/// Tests of the queue of outgoing messages.
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
        for number in 1...4 as ClosedRange<Int32> { outbox.recordSent(number) }
        #expect(outbox.confirm(1)?.message.text == "1" && outbox.confirm(1) == nil)
        try outbox.add(state("s", "2"))
        #expect(outbox.restore()?.message == nil)
        #expect(texts(outbox) == ["c=2", "t=1", "s=2"])
    }

    @Test func onlySoManyAreUnderWayAndWait() throws {
        var outbox = MQTTOutbox()
        for number in 0..<MQTTOutbox.limit { try outbox.add(command("c", "\(number)")) }
        #expect(throws: MQTTError.full(limit: MQTTOutbox.limit)) { try outbox.add(command("c", "more")) }
        for number in 0..<MQTTOutbox.window { outbox.recordSent(Int32(number)) }
        #expect(outbox.next == nil)
        _ = outbox.confirm(3)
        #expect(outbox.next != nil)
    }

    /// Sends as many messages as the window permits, and returns their texts.
    private func send(_ outbox: inout MQTTOutbox, from number: Int32) -> [String] {
        var texts: [String] = []
        while let message = outbox.next {
            outbox.recordSent(number + Int32(texts.count))
            texts.append(message.text)
        }
        return texts
    }

    /// If several messages are in flight, the one on which the broker closed the connection is unknown: from then on, each is sent alone.
    @Test func aMessageOnWhichTheBrokerHangsUpTwiceIsDropped() throws {
        var outbox = MQTTOutbox()
        for text in ["1", "bad", "3"] { try outbox.add(command("c", text)) }
        #expect(send(&outbox, from: 1) == ["1", "bad", "3"])
        _ = outbox.confirm(1)
        #expect(outbox.restore(isCutOff: true)?.message == nil)
        #expect(send(&outbox, from: 10) == ["bad"])
        #expect(outbox.restore(isCutOff: true)?.message == nil)
        // A connection that was lost for another reason does not count.
        #expect(send(&outbox, from: 20) == ["bad"])
        #expect(outbox.restore()?.message == nil)
        #expect(send(&outbox, from: 30) == ["bad"])
        #expect(outbox.restore(isCutOff: true)?.message.text == "bad")
        #expect(texts(outbox) == ["c=3"])
        // Then several can be in flight again.
        try outbox.add(command("c", "4"))
        #expect(send(&outbox, from: 40) == ["3"])
        _ = outbox.confirm(40)
        #expect(send(&outbox, from: 50) == ["4"])
        _ = outbox.confirm(50)
        for text in ["5", "6"] { try outbox.add(command("c", text)) }
        #expect(send(&outbox, from: 60) == ["5", "6"])
    }

    /// A picture that is repeatedly replaced inherits the count of its predecessor.
    @Test func aNewerStateIsAsSuspectAsTheOneBefore() throws {
        var outbox = MQTTOutbox()
        let large = String(repeating: "x", count: MQTTOutbox.leastTooLarge)
        try outbox.add(state("p", large + "1"))
        _ = send(&outbox, from: 1)
        try outbox.add(state("p", large + "2"))
        #expect(outbox.restore(isCutOff: true)?.message == nil)
        try outbox.add(state("p", large + "3"))
        try outbox.add(command("c", "1"))
        #expect(send(&outbox, from: 10) == [large + "3"])
        #expect(outbox.restore(isCutOff: true)?.message.text == large + "3")
        // Other messages of at least its size are refused for a while.
        let now = ContinuousClock.now
        let (larger, smaller) = (MQTTMessage("q", large + "44"), MQTTMessage("q", large))
        #expect(outbox.isTooLarge(larger, now: now) && !outbox.isTooLarge(smaller, now: now))
        #expect(!outbox.isTooLarge(larger, now: now + MQTTOutbox.memory + .seconds(1)))
    }
}

/// Tests of the messages for a reader.
@Suite struct MQTTInboxTests {
    private func message(_ text: String) -> MQTTMessage { MQTTMessage("t", text) }

    @Test func theOldestAreLostByTheirNumberAndByTheirBytes() async {
        let inbox = MQTTInbox(3)
        for number in 1...5 { inbox.add(message("\(number)")) }
        inbox.finish()
        var texts: [String] = []
        for await message in inbox.stream({}) { texts.append(message.text) }
        #expect(texts == ["3", "4", "5"])
        let large = MQTTInbox(1000)
        let bytes = [UInt8](repeating: 1, count: 3 << 20)
        for number in 1...20 { large.add(MQTTMessage("\(number)", bytes)) }
        // A message that exceeds the byte limit alone is the only one.
        large.finish()
        var topics: [String] = []
        for await message in large.stream({}) { topics.append(message.topic) }
        #expect(topics == ["16", "17", "18", "19", "20"])
        let huge = MQTTInbox(10)
        huge.add(message("small"))
        huge.add(MQTTMessage("huge", [UInt8](repeating: 1, count: MQTTInbox.maximumBytes + 1)))
        huge.finish()
        #expect(await huge.next()?.topic == "huge")
        #expect(await huge.next() == nil)
    }

    @Test func manyComeInTheirOrder() async {
        let inbox = MQTTInbox(100_000)
        let stream = inbox.stream {}
        let reading = Task {
            var numbers: [Int] = []
            for await message in stream { numbers.append(Int(message.text) ?? -1) }
            return numbers
        }
        for number in 0..<20_000 { inbox.add(message("\(number)")) }
        inbox.finish()
        #expect(await reading.value == Array(0..<20_000))
    }

    @Test func whoeverReadsNoLongerIsForgotten() async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let inbox = MQTTInbox(10)
        do { _ = inbox.stream { end.yield() } }
        for await _ in ends { break }
        let (more, another) = AsyncStream.makeStream(of: Void.self)
        let second = MQTTInbox(10)
        let reading = Task { for await _ in second.stream({ another.yield() }) {} }
        reading.cancel()
        await reading.value
        for await _ in more { break }
        second.add(message("late"))
        #expect(await second.next() == nil)
    }
}
