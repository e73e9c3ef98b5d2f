import Foundation
import SubdialConcurrency
import SubdialExpressions
import SubdialKinds
import SubdialMQTT
import SubdialSystem
import SubdialTestSupport
import SubdialTimeline
import Testing

@testable import SubdialEngine
@testable import SubdialMQTTSupport

/// Kinds whose data come from a real broker.
@Suite struct MQTTSourceTests {
    private let folder: TemporaryFolder

    init() throws {
        try Tool.need("mosquitto", "mosquitto_pub", "mosquitto_passwd")
        folder = try TemporaryFolder()
    }

    private func instance(
        _ source: String, from fields: String = "n: { type: number, sample: 1 }", broker: MQTTSettings? = nil
    ) throws -> KindInstance {
        let text = "parameters: { room: den }\nsource: \(source)\nfields: { \(fields) }\nrefresh: { stale: 0s }\n"
        let file = folder.path + "/kind.yaml"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        let kind = try Kind(text, name: "k", file: file)
        return KindInstance(
            kind, try KindValues([:], of: kind), surroundings: KindSurroundings(broker: broker), isShipped: true)
    }

    private func hub() -> Hub { Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent) }

    /// Waits for a frame of an instance that meets a condition.
    private func wait(_ frames: AsyncStream<EntryFrame>, _ condition: @escaping @Sendable (Entry) -> Bool) async throws -> Entry {
        for await frame in frames {
            if let entry = frame.timeline.entry(at: .now), condition(entry) { return entry }
        }
        throw MQTTNeverCame(description: "never: the entry")
    }

    @Test func whatIsRetainedIsThereAtOnceAndChangesAreFollowed() async throws {
        let broker = try MQTTBroker()
        try broker.publish("home/den", #"{"n":5}"#, "-r")
        let hub = hub()
        let instance = try instance("{ mqtt: 'home/{{ room }}', broker: '\(broker.url)' }")
        let (frame, error) = await hub.entries(of: .data(instance)).current()
        #expect(error == nil && frame.timeline.entry(at: .now)?.fields.values["n"] == 5)
        #expect(try await hub.documents(of: instance)["data"] == .map(["n": 5]))
        let frames = await hub.follower(of: instance).frames().limited()
        try broker.publish("home/den", #"{"n":6}"#)
        _ = try await wait(frames) { $0.fields.values["n"] == 6 }
        await hub.stop()
    }

    @Test func aBrokerThatGoesAwayIsToldAndFoundAgain() async throws {
        let broker = try MQTTBroker()
        try broker.publish("a", "5", "-r")
        let hub = hub()
        let instance = try instance("{ mqtt: a, broker: '\(broker.url)' }", from: "n: { type: number, sample: 1, from: '{{ data }}' }")
        let source = hub.entries(of: .data(instance))
        #expect(await source.current().error == nil)
        let follower = await hub.follower(of: instance)
        broker.stop(.terminate)
        try await eventually("the loss of the broker") { await follower.lastError?.isUnreachable == true }
        // The known data stay.
        #expect(await follower.frame().timeline.entry(at: .now)?.fields.values["n"] == 5)
        try broker.start()
        try await eventually("the broker again") {
            await follower.recordAccess()
            return await follower.lastError == nil
        }
        await hub.stop()
    }

    @Test func aFilterGivesARowForEachTopic() async throws {
        let broker = try MQTTBroker()
        for (room, value) in [("den", "20.5"), ("attic", "17"), ("bath", "23")] { try broker.publish("t/\(room)/c", value, "-r") }
        let hub = hub()
        let instance = try instance(
            "{ mqtt: t/+/c, broker: '\(broker.url)' }",
            from: "r: { sample: x, from: '{{ data[0].parts[0] }}' }, n: { type: number, sample: 1, from: '{{ data[0].value }}' }")
        let frames = await hub.follower(of: instance).frames().limited()
        let entry = try await wait(frames) { $0.fields.values["n"] == 17 }
        #expect(entry.fields.values["r"] == "attic")
        guard case .list(let rows)? = try await hub.documents(of: instance)["data"] else {
            Issue.record("no list")
            return
        }
        #expect(rows.count == 3)
        // A topic with an empty message has no row any more.
        let more = await hub.follower(of: instance).frames().limited()
        try broker.publish("t/attic/c", "", "-r")
        _ = try await wait(more) { $0.fields.values["r"] == "bath" }
        await hub.stop()
    }

    @Test func whatIsTooOldNoLongerHolds() async throws {
        let broker = try MQTTBroker()
        try broker.publish("a", "5", "-r")
        let hub = hub()
        let instance = try instance(
            "{ mqtt: a, broker: '\(broker.url)', expire: 1s }", from: "n: { type: number, sample: 1, from: '{{ data }}' }")
        let frames = await hub.follower(of: instance).frames().limited()
        let entry = try await wait(frames) { $0.problem != nil && $0.fields.values["n"] == 5 }
        #expect(entry.problem?.message.contains("nothing has come at 'a' for 1 s") == true)
        let later = await hub.follower(of: instance).frames().limited()
        try broker.publish("a", "6")
        _ = try await wait(later) { $0.problem == nil && $0.fields.values["n"] == 6 }
        await hub.stop()
    }

    /// The login of the configuration is used for the configured broker.
    @Test func theConfiguredBrokerIsTheOneThatIsMeant() async throws {
        let broker = try MQTTBroker(.login(user: "den", password: "s3cret"))
        let login = folder.path + "/login"
        try "den\ns3cret\n".write(toFile: login, atomically: true, encoding: .utf8)
        chmod(login, 0o600)
        var settings = MQTTSettings(broker: broker.url)
        settings.login = login
        let client = MQTTClient(try MQTTAddress(broker.url), try settings.options())
        try client.start()
        try await client.deliver(MQTTMessage("a", #"{"n":7}"#, isRetained: true))
        await client.stop()
        let hub = hub()
        let found = try await hub.documents(of: instance("{ mqtt: a }", broker: settings))["data"]
        #expect(found == .map(["n": 7]))
        await #expect(throws: KindError.self) { try await hub.documents(of: instance("{ mqtt: a }")) }
        let stranger = try instance("{ mqtt: a, broker: '\(broker.url)' }")
        let error = await #expect(throws: KindError.self) { try await hub.documents(of: stranger) }
        #expect(error?.description.contains("refuses this login") == true && error?.description.contains("s3cret") == false)
    }

    @Test(arguments: [
        ("{ mqtt: a, meters: 5 }", "'meters' does not go with 'mqtt'"), ("{ mqtt: a, expire: soon }", "takes a length of time"),
        ("{ mqtt: a, expire: 0s }", "above zero"), ("{ url: http://a, broker: b }", "'broker' does not go with 'url'"),
    ])
    func whatIsWrongWithASourceIsTold(_ source: String, _ reason: String) {
        let error = #expect(throws: KindFileError.self) { try instance(source) }
        #expect("\(String(describing: error))".contains(reason))
    }
}

/// Commands of kinds to a real broker, also while it is unreachable and across a restart.
@Suite struct MQTTCommandSenderTests {
    private let folder: TemporaryFolder

    init() throws {
        try Tool.need("mosquitto")
        folder = try TemporaryFolder()
    }

    /// A new queue with the same file.
    private var queue: MQTTCommandQueue { MQTTCommandQueue(of: "b", folder: PrivateFolder(folder.path)) }

    private func sender(_ broker: MQTTBroker) throws -> MQTTCommandSender {
        let address = try MQTTAddress(broker.url)
        return MQTTCommandSender(MQTTCommandQueue(of: broker.url, folder: PrivateFolder(folder.path))) { MQTTClient(address, .quick) }
    }

    @Test func whatIsSentWhileTheBrokerIsAwayComesInItsOrderAfterARestart() async throws {
        let broker = try MQTTBroker()
        let first = try sender(broker)
        #expect(try await first.send(MQTTMessage("door", "0")) == nil)
        broker.stop(.kill)
        for number in 1...3 {
            let problem = try await first.send(MQTTMessage("door", "\(number)"), within: .milliseconds(100))
            #expect(problem != nil)
        }
        await first.stop()
        #expect(try first.queue.contents().items.map(\.message.text) == ["1", "2", "3"])
        // Only the user can read the file.
        let rights = try FileManager.default.attributesOfItem(atPath: first.queue.path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        try broker.start()
        let watcher = try await MQTTClient.connected(to: broker)
        let messages = try watcher.messages(of: ["door"])
        // Earlier subscriptions are complete when this is confirmed.
        try await watcher.deliver(MQTTMessage("mark", "x"))
        let second = try sender(broker)
        second.wake()
        #expect(try await messages.first(3).map(\.text) == ["1", "2", "3"])
        #expect(try await second.send(MQTTMessage("door", "4"), within: .seconds(180)) == nil)
        #expect(try second.queue.contents().items.isEmpty)
        await second.stop()
    }

    /// A message that a broker never accepts does not block the others.
    @Test func whatIsRefusedIsToldAndDropped() async throws {
        let broker = try MQTTBroker(settings: "max_packet_size 20000")
        let sender = try sender(broker)
        await #expect(throws: MQTTError.tooLarge(topic: "door", bytes: 30_000)) {
            _ = try await sender.send(MQTTMessage("door", String(repeating: "x", count: 30_000)), within: .seconds(180))
        }
        #expect(try await sender.send(MQTTMessage("door", "1"), within: .seconds(180)) == nil)
        await sender.stop()
    }

    /// Commands that another process has added or completed are seen, and the file does not grow with completed commands.
    @Test func aFileIsReadOnceAndKeptShort() throws {
        let (one, other) = (queue, queue)
        #expect(try one.settled().items.isEmpty)
        let text = String(repeating: "x", count: 1000)
        var ids: [String] = []
        for number in 0..<400 { ids.append(try (number % 2 == 0 ? one : other).add(MQTTMessage("t/\(number)", text)).id) }
        #expect(try one.contents().items.map(\.id) == ids && other.settled() == one.contents())
        var longest = 0
        for (number, id) in ids.enumerated() {
            try (number % 3 == 0 ? one : other).remove(id)
            longest = max(longest, try FileManager.default.attributesOfItem(atPath: one.path)[.size] as? Int ?? 0)
            if number == 200 { #expect(try one.settled().items.map(\.id) == Array(ids[201...]) && other.contents() == one.contents()) }
            #expect(try !one.contents().items.contains { $0.id == id })
        }
        #expect(longest < 700_000)
        #expect(try one.contents().items.isEmpty && other.contents().items.isEmpty && Data(contentsOf: URL(filePath: one.path)).isEmpty)
        // A command that was completed twice counts once, and the next one waits.
        try one.remove(ids[0])
        let last = try other.add(MQTTMessage("t", "last"))
        #expect(try one.contents().items == [last])
        let rights = try FileManager.default.attributesOfItem(atPath: one.path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
    }

    /// A program that was killed during a write leaves an incomplete line.
    @Test func aPartOfALineIsCutOff() throws {
        let queue = queue
        let first = try queue.add(MQTTMessage("a", "1"))
        let file = try #require(FileHandle(forWritingAtPath: queue.path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(#"{"id":"7","topic":"a","mess"#.utf8))
        #expect(try queue.contents().items == [first] && self.queue.settled().items == [first])
        let second = try queue.add(MQTTMessage("a", "2"))
        #expect(try queue.contents().items == [first, second] && self.queue.settled().items == [first, second])
    }

    /// The first command after the damage is refused with the new path of the file, and the next one is stored.
    @Test func aDamagedFileIsPutAside() async throws {
        let queue = queue
        try "nonsense\n".write(toFile: queue.path, atomically: true, encoding: .utf8)
        #expect(throws: QueueError.self) { try queue.settled() }
        #expect(throws: QueueError.damaged(path: queue.path, reason: "line 1 is no record", aside: "\(queue.path).bad")) {
            try queue.add(MQTTMessage("a", "b"))
        }
        let item = try queue.add(MQTTMessage("a", "b"))
        #expect(try queue.contents().items == [item])
        #expect(try String(contentsOfFile: "\(queue.path).bad", encoding: .utf8) == "nonsense\n")
    }

    @Test func anActionOfAKindIsSent() async throws {
        let broker = try MQTTBroker()
        let text = """
            source: { static: { n: 1 } }
            fields: { n: { type: number, sample: 1 } }
            actions: { open: { mqtt: "door/set", message: "OPEN {{ n }}", broker: "\(broker.url)", retained: true } }
            """
        let kind = try Kind(text, name: "k", file: folder.path + "/kind.yaml")
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
        let source = hub.entries(of: .data(KindInstance(kind, try KindValues([:], of: kind), isShipped: true)))
        _ = await source.current()
        #expect(try await source.perform("open", isClick: false) == nil)
        #expect(try await broker.retained("#") == ["door/set": "OPEN 1"])
        broker.stop()
        let told = try await source.perform("open", isClick: false)
        #expect(told?.hasPrefix("queued, and sent when the broker is back") == true)
        await hub.stop()
        let error = #expect(throws: KindFileError.self) {
            try Kind("source: { static: 1 }\nfields: { a: 1 }\nactions: { o: { mqtt: a } }", name: "k", file: "k")
        }
        #expect("\(String(describing: error))".contains("takes a message"))
    }
}
