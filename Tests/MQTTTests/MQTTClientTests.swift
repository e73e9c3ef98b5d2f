import Foundation
import SubdialMQTT
import SubdialTestSupport
import Testing

@testable import SubdialMQTTSupport
@testable import SubdialProcessSupport

/// Tests of the client with a real broker.
@Suite struct MQTTClientTests {
    init() throws { try Tool.need("mosquitto", "mosquitto_pub", "mosquitto_passwd", "openssl") }

    @Test(arguments: [MQTTVersion.v5, .v311])
    func messagesGoAndCome(_ version: MQTTVersion) async throws {
        let broker = try MQTTBroker()
        var options = MQTTOptions.quick
        options.version = version
        let client = try await MQTTClient.connected(to: broker, options)
        #expect(client.state == .connected(version))
        let messages = try client.messages(of: ["room/+"])
        try await client.deliver(MQTTMessage("room/light", "on"))
        try broker.publish("room/door", "open")
        let came = try await messages.first(2)
        #expect(came.map(\.topic) == ["room/light", "room/door"] && came.map(\.text) == ["on", "open"])
        #expect(came.allSatisfy { !$0.isRetained })
        await client.stop()
        #expect(client.state == .stopped)
    }

    /// A process may have descriptors above the limit of `select`.
    @Test func aThousandOpenFilesAreNoMatter() async throws {
        let broker = try MQTTBroker()
        let files = (0..<1100).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer { for file in files { close(file) } }
        try #require(files.last.map { $0 > 1023 } == true, "the limit of descriptors is too low")
        let client = try await MQTTClient.connected(to: broker)
        let messages = try client.messages(of: ["room/light"])
        try await client.deliver(MQTTMessage("room/light", "on"))
        #expect(try await messages.first(1).first?.text == "on")
        await client.stop()
    }

    /// A late subscriber receives the retained messages, and an empty message removes one.
    @Test func whatIsRetainedIsThereForWhoeverComesLater() async throws {
        let broker = try MQTTBroker()
        let client = try await MQTTClient.connected(to: broker)
        let picture = [UInt8](repeating: 7, count: 300_000)
        try await client.deliver(MQTTMessage("den/state", "one", isRetained: true))
        try await client.deliver(MQTTMessage("den/state", "two", isRetained: true))
        try await client.deliver(MQTTMessage("den/picture", picture, isRetained: true))
        let late = try await MQTTClient.connected(to: broker)
        let came = try await late.messages(of: ["den/#"]).first(2)
        #expect(Set(came.map(\.topic)) == ["den/state", "den/picture"] && came.allSatisfy(\.isRetained))
        #expect(came.contains { $0.text == "two" } && came.contains { $0.payload == picture })
        // A second reader of the same client receives it too.
        #expect(try await late.messages(of: ["den/state"]).first(1).first?.text == "two")
        try await client.deliver(MQTTMessage("den/picture", "", isRetained: true))
        #expect(try await broker.retained("#") == ["den/state": "two"])
    }

    @Test func whoeverSaysGoodbyeHasNoWill() async throws {
        let broker = try MQTTBroker()
        let watcher = try await MQTTClient.connected(to: broker)
        // The queued messages are sent before DISCONNECT.
        var options = MQTTOptions.quick
        options.will = MQTTMessage("den/online", "lost", isRetained: true)
        let client = try await MQTTClient.connected(to: broker, options)
        try client.publish(MQTTMessage("den/online", "stopped", isRetained: true))
        await client.stop()
        #expect(try await watcher.messages(of: ["den/online"]).first(1).first?.text == "stopped")
        #expect(try await broker.retained("#") == ["den/online": "stopped"])
    }

    @Test func theWillOfAClientThatIsCutOffIsPublished() async throws {
        let broker = try MQTTBroker()
        let watcher = try await MQTTClient.connected(to: broker)
        let states = try watcher.messages(of: ["den/online"])
        var options = MQTTOptions.quick
        options.clientID = "den"
        options.will = MQTTMessage("den/online", "lost", isRetained: true)
        let client = try await MQTTClient.connected(to: broker, options)
        // Another client with the same id: the broker disconnects this one, which then reconnects.
        let other = try await MQTTClient.connected(
            to: broker,
            {
                var o = MQTTOptions.quick; o.clientID = "den"; return o
            }())
        #expect(try await states.first(1).first?.text == "lost")
        await other.stop()
        try await client.wait { $0.isConnected }
    }

    // MARK: Unreachable brokers

    @Test func whatIsPublishedWhileTheBrokerIsAwayWaits() async throws {
        let broker = try MQTTBroker()
        let client = try await MQTTClient.connected(to: broker)
        let messages = try client.messages(of: ["c", "s"], buffer: 400)
        try await client.deliver(MQTTMessage("d", "0"))
        broker.stop(.kill)
        try await client.wait { !$0.isConnected }
        for number in 1...100 {
            try client.publish(MQTTMessage("c", "\(number)"))
            try client.publish(MQTTMessage("s", "\(number)", isRetained: true))
        }
        try broker.start()
        try await client.wait { $0.isConnected }
        try await eventually("all is sent") { client.isIdle }
        try client.publish(MQTTMessage("c", "end"))
        var commands: [String] = []
        for await message in messages.limited() where message.topic == "c" {
            if message.text == "end" { break }
            commands.append(message.text)
        }
        #expect(commands == (1...100).map { "\($0)" })
        #expect(try await broker.retained("s") == ["s": "100"])
    }

    @Test func aBrokerThatIsNotThereYetIsFound() async throws {
        let broker = try MQTTBroker()
        broker.stop()
        let client = try MQTTClient(MQTTAddress(broker.url), .quick)
        let messages = try client.messages(of: ["c"])
        try client.publish(MQTTMessage("c", "early"))
        try client.start()
        let away = try await client.wait { $0 != .connecting }
        guard case .away(let error) = away else {
            Issue.record("it is \(away)")
            return
        }
        #expect(error.isUnreachable && error.description.contains("refused"))
        try broker.start()
        #expect(try await messages.first(1).first?.text == "early")
    }

    @Test func whatIsRetainedOutlivesTheBroker() async throws {
        let broker = try MQTTBroker()
        let client = try await MQTTClient.connected(to: broker)
        try await client.deliver(MQTTMessage("s", "kept", isRetained: true))
        broker.stop(.terminate)
        try broker.start()
        let other = try await MQTTClient.connected(to: broker)
        #expect(try await other.messages(of: ["s"]).first(1).first?.text == "kept")
    }

    // MARK: Authentication

    @Test(arguments: [MQTTVersion.v5, .v311])
    func onlyTheRightLoginIsLetIn(_ version: MQTTVersion) async throws {
        let broker = try MQTTBroker(.login(user: "den", password: "s3cret"))
        var options = MQTTOptions.quick
        options.version = version
        for login in [nil, MQTTLogin(user: "den", password: "wrong"), MQTTLogin(user: "den")] {
            options.login = login
            let client = try MQTTClient(MQTTAddress(broker.url), options)
            try client.start()
            let state = try await client.wait { $0 != .connecting }
            guard case .away(.login(let address, let reason)) = state else {
                Issue.record("\(state)")
                continue
            }
            #expect(address == broker.url && reason.contains("auth") || reason.contains("user name"))
            #expect(!"\(state)".contains("wrong"))
            await client.stop()
        }
        options.login = MQTTLogin(user: "den", password: "s3cret")
        _ = try await MQTTClient.connected(to: broker, options)
    }

    @Test func aSecureConnectionTrustsItsOwnAuthorityAlone() async throws {
        let broker = try MQTTBroker(.secure(needsCertificate: false))
        let address = try MQTTAddress("mqtts://127.0.0.1:\(broker.port)")
        var options = MQTTOptions.quick
        let distrustful = MQTTClient(address, options)
        try distrustful.start()
        let state = try await distrustful.wait { $0 != .connecting }
        guard case .away(.insecure(_, let reason)) = state else {
            Issue.record("\(state)")
            return
        }
        #expect(reason.contains("certificate verify failed"))
        options.certificates.authorities = broker.folder + "/ca.crt"
        let client = MQTTClient(address, options)
        try client.start()
        try await client.wait { $0.isConnected }
        let messages = try client.messages(of: ["a"])
        try await client.deliver(MQTTMessage("a", "secret"))
        #expect(try await messages.first(1).first?.text == "secret")
    }

    @Test func aCertificateOfAnotherNameIsNotTrusted() async throws {
        let broker = try MQTTBroker(.secure(needsCertificate: false, names: "DNS:elsewhere.example"))
        var options = MQTTOptions.quick
        options.certificates.authorities = broker.folder + "/ca.crt"
        let client = MQTTClient(try MQTTAddress("mqtts://127.0.0.1:\(broker.port)"), options)
        try client.start()
        let state = try await client.wait { $0 != .connecting }
        guard case .away(.insecure) = state else {
            Issue.record("\(state)")
            return
        }
    }

    @Test func aClientShowsItsCertificate() async throws {
        let broker = try MQTTBroker(.secure(needsCertificate: true))
        let address = try MQTTAddress("mqtts://127.0.0.1:\(broker.port)")
        var options = MQTTOptions.quick
        options.certificates.authorities = broker.folder + "/ca.crt"
        let nobody = MQTTClient(address, options)
        try nobody.start()
        #expect(try await nobody.wait { $0 != .connecting }.isConnected == false)
        options.certificates.certificate = broker.folder + "/client.crt"
        options.certificates.key = broker.folder + "/client.key"
        let client = MQTTClient(address, options)
        try client.start()
        try await client.wait { $0.isConnected }
        options.certificates.key = broker.folder + "/missing.key"
        let broken = MQTTClient(address, options)
        try broken.start()
        let state = try await broken.wait { $0 != .connecting }
        #expect("\(state)".contains("missing.key"))
    }

    /// A broker that supports only 3.1.1 gets that version.
    @Test func anOldBrokerIsSpokenToInItsOwnVersion() async throws {
        let broker = try MQTTBroker()
        let old = try OldMQTTBroker(before: broker)
        let client = try MQTTClient(MQTTAddress("mqtt://127.0.0.1:\(old.port)"), .quick)
        try client.start()
        let state = try await client.wait { $0 != .connecting }
        #expect(state == .connected(.v311))
        let messages = try client.messages(of: ["a"])
        try await client.deliver(MQTTMessage("a", "old"))
        #expect(try await messages.first(1).first?.text == "old")
        var options = MQTTOptions.quick
        options.version = .v5
        let modern = try MQTTClient(MQTTAddress("mqtt://127.0.0.1:\(old.port)"), options)
        try modern.start()
        #expect(try await modern.wait { $0 != .connecting }.isConnected == false)
    }

    // MARK: Limits and refusals

    @Test func aMessageThatTheBrokerDoesNotTakeIsTold() async throws {
        let broker = try MQTTBroker(settings: "max_packet_size 20000")
        let client = try await MQTTClient.connected(to: broker)
        await #expect(throws: MQTTError.tooLarge(topic: "big", bytes: 30_000)) {
            try await client.deliver(MQTTMessage("big", [UInt8](repeating: 1, count: 30_000)))
        }
        try await client.deliver(MQTTMessage("small", "x"))
        #expect(throws: MQTTError.self) { try client.publish(MQTTMessage("a/#", "x")) }
        #expect(throws: MQTTError.self) { try client.messages(of: ["a#"]) }
    }

    /// A broker with MQTT 3.1.1 closes the connection without a reason after a message that is too large.
    @Test func aMessageOnWhichTheBrokerHangsUpIsDropped() async throws {
        let broker = try MQTTBroker(settings: "max_packet_size 20000")
        var options = MQTTOptions.quick
        options.version = .v311
        let client = try await MQTTClient.connected(to: broker, options)
        let watcher = try await MQTTClient.connected(to: broker)
        let messages = try watcher.messages(of: ["c"])
        try await watcher.deliver(MQTTMessage("mark", "x"))
        let problems = client.problems()
        for number in 1...5 { try client.publish(MQTTMessage("c", "\(number)")) }
        let large = Task { () -> MQTTError? in
            do throws(MQTTError) { try await client.deliver(MQTTMessage("big", [UInt8](repeating: 1, count: 30_000))) } catch {
                return error
            }
            return nil
        }
        try client.publish(MQTTMessage("picture", [UInt8](repeating: 1, count: 40_000), isRetained: true))
        for number in 6...10 { try client.publish(MQTTMessage("c", "\(number)")) }
        let error = await large.value
        #expect(error == .cutOff(topic: "big", bytes: 30_000) || error == .tooLarge(topic: "big", bytes: 30_000))
        try await client.deliver(MQTTMessage("c", "end"))
        // Messages in flight with it may arrive twice.
        var seen: [String] = []
        for await message in messages.limited() {
            if message.text == "end" { break }
            if !seen.contains(message.text) { seen.append(message.text) }
        }
        #expect(seen == (1...10).map { "\($0)" })
        let topics = try await problems.first(2).map(\.topic)
        #expect(Set(topics) == ["big", "picture"])
        // The order of these two is not defined. Larger ones are not even sent any more, so that the connection stays open.
        let states = client.states()
        await #expect(throws: MQTTError.tooLarge(topic: "picture", bytes: 60_000)) {
            try await client.deliver(MQTTMessage("picture", [UInt8](repeating: 2, count: 60_000), isRetained: true))
        }
        try await client.deliver(MQTTMessage("c", "end"))
        await client.stop()
        for await state in states { #expect(state.isConnected || state == .stopped) }
    }

    /// A client with read permission only receives the retained messages.
    @Test(arguments: [MQTTVersion.v5, .v311])
    func whatIsRetainedIsReadWithoutARightToPublish(_ version: MQTTVersion) async throws {
        let folder = Scratch.path("sd-acl")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "topic write data/#\npattern read data/#\n".write(toFile: folder, atomically: true, encoding: .utf8)
        let writing = try MQTTBroker(settings: "acl_file \(folder)")
        let writer = try await MQTTClient.connected(to: writing)
        for number in 0..<500 { try writer.publish(MQTTMessage("data/\(number)", "\(number)", isRetained: true)) }
        try await eventually("all is sent") { writer.isIdle }
        try "topic read data/#\n".write(toFile: folder, atomically: true, encoding: .utf8)
        writing.stop()
        try writing.start()
        var options = MQTTOptions.quick
        options.version = version
        let client = try await MQTTClient.connected(to: writing, options)
        let problems = client.problems()
        let found = try await client.retained(at: ["data/#"], within: .seconds(180))
        #expect(found.count == 500 && found.allSatisfy { $0.topic == "data/" + $0.text })
        // No message is retained at these topics.
        #expect(try await client.retained(at: ["nothing/#"], within: .seconds(180)).isEmpty)
        await client.stop()
        for await problem in problems { Issue.record("\(problem)") }
    }

    @Test func whatTheBrokersRulesForbidIsTold() async throws {
        let folder = Scratch.path("sd-acl")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try "topic readwrite open/#\n".write(toFile: folder, atomically: true, encoding: .utf8)
        let broker = try MQTTBroker(settings: "acl_file \(folder)")
        let client = try await MQTTClient.connected(to: broker)
        let error = await #expect(throws: MQTTError.self) { try await client.deliver(MQTTMessage("closed/a", "x")) }
        #expect(error?.description.contains("closed/a") == true)
        try await client.deliver(MQTTMessage("open/a", "x"))
    }

    @Test func whoeverWaitsIsToldOfTheEnd() async throws {
        let client = try MQTTClient(MQTTAddress("mqtt://127.0.0.1:\(LocalPort.free())"), .quick)
        try client.start()
        let task = Task { () -> MQTTError? in
            do throws(MQTTError) { try await client.deliver(MQTTMessage("a", "x")) } catch { return error }
            return nil
        }
        let messages = try client.messages(of: ["a"])
        try await client.wait { $0 != .connecting }
        try await eventually("it waits") { !client.isIdle }
        await client.stop()
        #expect(await task.value == .stopped)
        for await _ in messages.limited() {}
        #expect(throws: MQTTError.stopped) { try client.publish(MQTTMessage("a", "x")) }
    }
}
