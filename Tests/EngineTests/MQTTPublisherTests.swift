import Foundation
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialMQTT
import SubdialSimulator
import SubdialSystem
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialEngine
@testable import SubdialMQTTSupport

/// A simulated bridge, published to a real broker.
@Suite struct MQTTPublisherTests {
    private let folder: TemporaryFolder

    init() throws {
        try Tool.need("mosquitto", "mosquitto_pub")
        folder = try TemporaryFolder()
    }

    /// Pictures that are counted and have a given look.
    private final class Pictures: Sendable {
        let drawn = Mutex<[MQTTPicture]>([])
        let look = Mutex("one")

        func draw(_ picture: MQTTPicture) -> MQTTDrawing {
            drawn.withLock { $0.append(picture) }
            return MQTTDrawing(Array((picture.family + look.withLock { $0 }).utf8))
        }
    }

    private func published(
        _ broker: MQTTBroker, _ address: String, _ pictures: Pictures = Pictures(), version: MQTTVersion? = nil, every: Double = 0,
        _ body: (MQTTClient) async throws -> Void
    ) async throws {
        var settings = MQTTSettings(broker: broker.url)
        settings.version = version
        settings.page = "http://den.local/"
        settings.devices = [
            MQTTSettings.Device(
                name: "Den", id: "den", kind: "now-playing", zone: nil,
                pictures: [
                    .init(id: "card", family: "systemMedium", isByTopic: true, options: [:]),
                    .init(id: "small", family: "systemSmall", isByTopic: false, options: ["theme": "studio"]),
                ], every: every)
        ]
        let hub = Hub(folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent)
        let publisher = try MQTTPublisher(
            settings, folders: UserFolders(environment: ["HOME": folder.path]), logger: .silent,
            entries: { _ in hub.entries(of: .players(FollowedPlayers(address: address))) }, actions: { _ in [] },
            draw: { pictures.draw($0) })
        let task = Task { try await publisher.publish() }
        let watcher = try await MQTTClient.connected(to: broker)
        do {
            try await body(watcher)
        } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        try await task.value
        #expect(try await watcher.retained(at: ["subdial/bridge/state"]).first?.text == "offline")
        await watcher.stop()
    }

    /// The retained messages, after a condition is true.
    @discardableResult
    private func retained(
        _ client: MQTTClient, _ what: String, _ condition: ([String: String]) -> Bool
    ) async throws -> [String: String] {
        var texts: [String: String] = [:]
        try await eventually("\(what)") {
            let found = (try? await client.retained(at: MQTTTopics().filters)) ?? []
            texts = Dictionary(found.map { ($0.topic, $0.text) }) { $1 }
            return condition(texts)
        }
        return texts
    }

    private func status(_ texts: [String: String]) -> String? {
        texts["subdial/den/state"].flatMap { try? JSONValue(parsing: $0)["status"]?.string }
    }

    private func scenario() throws -> Scenario { try Scenario.load(Repository.fixtureURL("scenarios/steady.yaml").path) }

    @Test func stateAvailabilityDescriptionAndPicturesAreRetained() async throws {
        let broker = try MQTTBroker()
        try await withSimulator(scenario: scenario()) { simulator async throws in
            let pictures = Pictures()
            try await published(broker, simulator.baseURL, pictures) { watcher in
                let texts = try await retained(watcher, "all") { $0.count >= 7 && status($0) == "playing" }
                #expect(
                    Set(texts.keys) == [
                        "homeassistant/device/subdial_den/config", "subdial/bridge/info", "subdial/bridge/state",
                        "subdial/den/availability",
                        "subdial/den/state", "subdial/den/pictures/card", "subdial/den/pictures/small/url",
                    ])
                #expect(texts["subdial/bridge/state"] == "online" && texts["subdial/den/availability"] == "online")
                #expect(texts["subdial/den/pictures/card"] == "systemMediumone")
                let address = try #require(texts["subdial/den/pictures/small/url"])
                #expect(address.hasPrefix("http://den.local/now-playing/systemSmall.png?theme=studio&v="))
                let described = try #require(texts["homeassistant/device/subdial_den/config"])
                #expect(described.contains(#""p":"select""#))
                // Other content has another URL; equal content is not published again.
                pictures.look.withLock { $0 = "two" }
                try await watcher.deliver(MQTTMessage("subdial/den/set", "pause"))
                let later = try await retained(watcher, "the other picture") { $0["subdial/den/pictures/card"] == "systemMediumtwo" }
                #expect(status(later) == "paused")
                try await retained(watcher, "the other address") { $0["subdial/den/pictures/small/url"] != address }
            }
        }
    }

    @Test func commandsAreDoneOnceAndInTime() async throws {
        let broker = try MQTTBroker()
        try await withSimulator(scenario: scenario()) { simulator async throws in
            try await published(broker, simulator.baseURL) { watcher in
                try await retained(watcher, "it plays") { status($0) == "playing" }
                let past = Date.now.addingTimeInterval(-120).timeIntervalSince1970
                let now = Date.now.timeIntervalSince1970
                // A late, a retained and an invalid command change nothing.
                for text in [#"{"action":"pause","id":"old","time":\#(past)}"#, "{", "dance", ""] {
                    try await watcher.deliver(MQTTMessage("subdial/den/set", text))
                }
                try await watcher.deliver(MQTTMessage("subdial/den/set", #"{"action":"pause","id":"a","time":\#(now)}"#))
                try await retained(watcher, "it pauses") { status($0) == "paused" }
                try await watcher.deliver(MQTTMessage("subdial/den/set", #"{"action":"play","id":"b","time":\#(now)}"#))
                try await retained(watcher, "it plays again") { status($0) == "playing" }
                // The first command arrives again, as the quality of service permits; the volume command after it shows that it was ignored.
                try await watcher.deliver(MQTTMessage("subdial/den/set", #"{"action":"pause","id":"a","time":\#(now)}"#))
                try await watcher.deliver(MQTTMessage("subdial/den/set", #"{"action":"volume 10%","id":"c","time":\#(now)}"#))
                let texts = try await retained(watcher, "it is quiet") { texts in
                    texts["subdial/den/state"].flatMap { try? JSONValue(parsing: $0)["volume"]?.number }.map { $0 <= 11 } == true
                }
                #expect(status(texts) == "playing")
            }
        }
    }

    @Test("States are no closer together than 'every' says, and the last one is published")
    func rateOfStates() async throws {
        let broker = try MQTTBroker()
        try await withSimulator(scenario: scenario()) { simulator async throws in
            try await published(broker, simulator.baseURL, every: 2) { watcher in
                try await retained(watcher, "it plays") { status($0) == "playing" }
                let states = try watcher.messages(of: ["subdial/den/state"])
                for volume in 10...30 { try await watcher.deliver(MQTTMessage("subdial/den/set", "volume \(volume)%")) }
                try await watcher.deliver(MQTTMessage("subdial/den/set", "pause"))
                var dates: [Double] = []
                for await state in states.limited() {
                    if !state.isRetained { dates.append(SteadyDate.now.seconds) }
                    if try JSONValue(parsing: state.text)["status"]?.string == "paused" { break }
                }
                // The time on the way differs from message to message.
                for (former, date) in zip(dates, dates.dropFirst()) { #expect(date - former > 1.5) }
            }
        }
    }

    @Test("A rate says how long the next state has to wait")
    func rate() {
        var rate = MQTTStateRate(every: 30)
        let now = SteadyDate(seconds: 100)
        #expect(rate.wait(at: now) == nil)
        rate.published(at: now)
        #expect(rate.wait(at: now + 10) == 20 && rate.wait(at: now + 30) == nil)
        rate = MQTTStateRate(every: 0)
        rate.published(at: now)
        #expect(rate.wait(at: now) == nil)
    }

    @Test func aBirthAndABrokerThatHasLostAllAreAnswered() async throws {
        let broker = try MQTTBroker()
        try await withSimulator(scenario: scenario()) { simulator async throws in
            try await published(broker, simulator.baseURL) { watcher in
                try await retained(watcher, "all") { $0.count >= 7 }
                let descriptions = try watcher.messages(of: ["homeassistant/device/+/config"])
                #expect(try await descriptions.first { $0.isRetained }.payload.isEmpty == false)
                let again = try watcher.messages(of: ["homeassistant/device/+/config"])
                try broker.publish("homeassistant/status", "online")
                #expect(try await again.first { !$0.isRetained }.text.contains("subdial_den"))
                broker.stop(.kill)
                try broker.loseStore()
                try broker.start()
                let texts = try await retained(watcher, "all again") { $0.count >= 7 }
                #expect(texts["subdial/den/pictures/card"] == "systemMediumone" && texts["subdial/bridge/state"] == "online")
            }
        }
    }
}

extension MQTTPublisherTests {
    @Test(
        "What another client overwrites or deletes is retained again, of every topic and with both versions of the protocol",
        arguments: [MQTTVersion.v5, .v311], ["stranger", "offline", ""])
    func overwrittenMessages(_ version: MQTTVersion, _ text: String) async throws {
        let broker = try MQTTBroker()
        try await withSimulator(scenario: scenario()) { simulator async throws in
            try await published(broker, simulator.baseURL, version: version) { watcher in
                let own = try await retained(watcher, "all") { $0.count >= 7 && status($0) == "playing" }
                for topic in own.keys { try await watcher.deliver(MQTTMessage(topic, text, isRetained: true)) }
                try await retained(watcher, "what '\(text)' has overwritten") { texts in
                    Set(texts.keys) == Set(own.keys) && !texts.values.contains(text) && status(texts) == "playing"
                }
            }
        }
    }

    @Test("A message is retained again if it is overwritten a second time, after an own publication, while the first repair waits")
    func overwrittenTwice() async throws {
        let broker = try MQTTBroker()
        let (client, stranger) = (try await MQTTClient.connected(to: broker), try await MQTTClient.connected(to: broker))
        let messages = MQTTRetainedMessages(client, logger: .silent)
        let (foreign, continuation) = AsyncStream<MQTTMessage>.makeStream()
        let following = Task { await messages.follow(foreign) }
        try messages.publish("t", Array("one".utf8))
        continuation.yield(MQTTMessage("t", "stranger"))
        try messages.publish("t", Array("two".utf8))
        try await eventually("the own message") { try await stranger.retained(at: ["t"]).first?.text == "two" }
        try await stranger.deliver(MQTTMessage("t", "stranger", isRetained: true))
        continuation.yield(MQTTMessage("t", "stranger"))
        try await eventually("the own message again") { try await stranger.retained(at: ["t"]).first?.text == "two" }
        continuation.finish()
        await following.value
        await client.stop()
        await stranger.stop()
    }

    @Test("A message that is not retained, but that displays have received, is followed by the right one")
    func messagesInBetween() async throws {
        let broker = try MQTTBroker()
        try await withSimulator(scenario: scenario()) { simulator async throws in
            try await published(broker, simulator.baseURL) { watcher in
                try await retained(watcher, "all") { $0["subdial/den/availability"] == "online" }
                let display = try watcher.messages(of: ["subdial/den/availability"])
                // From here on the broker sends the display every message.
                _ = try await watcher.retained(at: ["subdial/den/availability"], within: .seconds(180))
                try broker.publish("subdial/den/availability", "offline")
                var isWrong = false
                _ = try await display.first { message in
                    isWrong = isWrong || message.text == "offline"
                    return isWrong && message.text == "online"
                }
            }
        }
    }

    @Test("The pauses before repairs double up to five minutes, and begin anew after a quarter of an hour without one")
    func pausesOfRepairs() {
        var pauses = MQTTRepairPauses()
        var now = ContinuousClock.now
        var seconds: [Int64] = []
        for _ in 1...11 {
            let pause = pauses.next(at: now)
            seconds.append(pause.components.seconds)
            now += pause
        }
        #expect(seconds == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
        #expect(pauses.next(at: now + MQTTRepairPauses.calm) == MQTTRepairPauses.first)
    }
}

/// The command `subdial mqtt`.
@Suite struct MQTTBrokerLookTests {
    @Test func whatIsOursIsSeenAndTakenAway() async throws {
        try Tool.need("mosquitto", "mosquitto_pub")
        let broker = try MQTTBroker()
        let own = #"{"avty":[{"t":"subdial/bridge/state"}]}"#
        for (topic, text) in [
            ("subdial/bridge/state", "online"), ("subdial/den/state", "{}"), ("subdial2/den/state", "{}"),
            ("homeassistant/device/subdial_den/config", own), ("homeassistant/device/other/config", own),
        ] {
            try broker.publish(topic, text, "-r")
        }
        let settings = MQTTSettings(broker: broker.url)
        let look = try await MQTTBrokerLook(settings)
        #expect(
            look.lines == [
                "\(broker.url): connected, MQTT 5", "homeassistant/device/subdial_den/config: \(own)", "subdial/bridge/state: online",
                "subdial/den/state: {}",
            ])
        #expect(look.json.text().contains(#"{"topic":"subdial/den/state","bytes":2,"text":"{}"}"#))
        let told = Mutex<[String]>([])
        try await MQTTBrokerLook.forget(settings) { topic in told.withLock { $0.append(topic) } }
        #expect(told.withLock { $0 } == ["homeassistant/device/subdial_den/config", "subdial/bridge/state", "subdial/den/state"])
        #expect(try await Set(broker.retained("#").keys) == ["subdial2/den/state", "homeassistant/device/other/config"])
        broker.stop()
        await #expect(throws: MQTTError.self) { try await MQTTBrokerLook(settings) }
    }
}

/// The section `mqtt` of the configuration, and the login file.
@Suite struct MQTTSettingsTests {
    private func settings(_ text: String) throws -> MQTTSettings {
        try #require(try ConfigurationFile(text: text, path: "config.yaml").mqtt)
    }

    @Test func everySettingIsRead() throws {
        let settings = try settings(
            """
            mqtt:
              broker: mqtts://nas.local
              login: ~/login
              tls: { ca: ~/ca.pem, certificate: /c.pem, key: /k.pem }
              version: 3.1.1
              base: home/subdial
              discovery: ha
              page: http://den.local:8380
              devices:
                - { name: Living Room, zone: Kitchen, pictures: [systemSmall, { id: dark, family: systemSmall, appearance: dark, by: address }] }
                - { name: Weather, id: w, kind: "weather:home", private: true, fields: [temperature, sky], every: 1m 30s }
            """
        ).expanded(home: "/h")
        #expect(settings.broker == "mqtts://nas.local" && settings.login == "/h/login" && settings.version == .v311)
        #expect(settings.certificates == MQTTCertificates(authorities: "/h/ca.pem", certificate: "/c.pem", key: "/k.pem"))
        #expect(settings.base == "home/subdial" && settings.discovery == "ha" && settings.page == "http://den.local:8380/")
        #expect(settings.devices.map(\.id) == ["living_room", "w"] && settings.devices[0].zone == "Kitchen")
        #expect(settings.devices[0].pictures.map(\.id) == ["systemSmall", "dark"])
        #expect(settings.devices[0].pictures[1].options == ["appearance": "dark"] && !settings.devices[0].pictures[1].isByTopic)
        #expect(settings.devices[1].kind == "weather:home" && settings.devices[1].showsPrivate)
        #expect(settings.devices[1].fields == ["temperature", "sky"] && settings.devices[1].every == 90)
        #expect(settings.devices[0].fields == nil && settings.devices[0].every == 0)
        #expect(try self.settings("mqtt: { broker: mqtt://a, discovery: false }").discovery == nil)
    }

    @Test(arguments: [
        ("mqtt: { base: a }", "the broker is missing"), ("mqtt: { broker: nas.local }", "begins with mqtt:// or mqtts://"),
        ("mqtt: { broker: mqtt://a, login: secret }", "takes the path of a file"), ("mqtt: { broker: mqtt://a, version: 4 }", "5 or 3.1.1"),
        ("mqtt: { broker: mqtt://a, base: a/# }", "'+' and '#'"), ("mqtt: { broker: mqtt://a, base: /a }", "without a slash"),
        ("mqtt: { broker: mqtt://a, tls: { key: /k } }", "a key goes with a 'certificate'"),
        ("mqtt: { broker: mqtt://a, devices: [{ zone: Den }] }", "the name is missing"),
        ("mqtt: { broker: mqtt://a, devices: [{ name: Den }, { name: den }] }", "the id 'den' is taken"),
        ("mqtt: { broker: mqtt://a, devices: [{ name: Bridge }] }", "the id 'bridge' is taken"),
        ("mqtt: { broker: mqtt://a, devices: [{ name: Den, id: a/b }] }", "letters, digits, _ and -"),
        ("mqtt: { broker: mqtt://a, devices: [{ name: W, kind: weather, zone: Den }] }", "'zone' goes with what plays"),
        ("mqtt: { broker: mqtt://a, devices: [{ name: D, pictures: [{ family: f, by: post }] }] }", "topic or address"),
        ("mqtt: { broker: mqtt://a, devices: [{ name: D, pictures: [{ family: f, by: address }] }] }", "need a 'page'"),
        ("mqtt: { broker: mqtt://a, devices: [{ name: D, fields: [title] }] }", "'fields' goes with a kind"),
        ("mqtt: { broker: mqtt://a, devices: [{ name: D, kind: disk, fields: [a, a] }] }", "'a' is there twice"),
        ("mqtt: { broker: mqtt://a, devices: [{ name: D, every: soon }] }", "every takes a length of time like 30s"),
        ("mqtt: { brokr: mqtt://a }", "broker"),
    ])
    func whatIsWrongIsTold(_ text: String, _ reason: String) {
        let file = ConfigurationFile(checking: text)
        #expect(file.problems.contains { $0.message.contains(reason) }, "\(file.problems.map(\.message))")
    }

    @Test func aLoginIsItsOwnersAlone() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/login"
        #expect(throws: MQTTLoginError.self) { try MQTTLogin(file: path) }
        try "den\ns3cret word\n".write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0o644)
        let error = #expect(throws: MQTTLoginError.self) { try MQTTLogin(file: path) }
        #expect(error?.description.contains("chmod 600") == true)
        chmod(path, 0o600)
        #expect(try MQTTLogin(file: path) == MQTTLogin(user: "den", password: "s3cret word"))
        try "den".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try MQTTLogin(file: path) == MQTTLogin(user: "den"))
        try "\nsecret".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(throws: MQTTLoginError.self) { try MQTTLogin(file: path) }
    }
}
