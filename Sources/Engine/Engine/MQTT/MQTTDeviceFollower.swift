import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialEngineWire
import SubdialMQTT
import SubdialTimeline

/// Follows a device's source, publishes its state, and performs the commands that are sent to it, one after the other.
actor MQTTDeviceFollower {
    /// The minimum number of seconds between two checks for added or removed zones that the source has not noticed by itself.
    private static let zonesPause = 60.0
    /// The minimum times between two drawings of a picture: after news, and after the passage of time alone.
    private static let pictureBurst = Duration.milliseconds(500)
    private static let leastPictureWait = 10.0
    private static let longestWait = 3600.0

    nonisolated let id: String
    private let settings: MQTTSettings
    private let device: MQTTSettings.Device
    private let source: any EntrySource
    private let retained: MQTTRetainedMessages
    private let logger: Logger
    private let draw: MQTTPublisher.Draw
    private let sign: (@Sendable (MQTTPicture) -> String)?
    private var description: MQTTDevice
    private var described: String?
    private var lastZones = -Double.infinity
    private var timeline: Timeline?
    private var state: MQTTDeviceState?
    private var isAvailable = false
    private var rate: MQTTStateRate
    private var fingerprints: [String: String] = [:]
    private var complaints: Set<String> = []
    private var filter = MQTTCommandFilter()
    private nonisolated let commands: AsyncStream<[UInt8]>
    private nonisolated let giver: AsyncStream<[UInt8]>.Continuation
    private nonisolated let news = Broadcast<Void>(())

    init(
        _ device: MQTTSettings.Device, _ source: any EntrySource, actions: [String], units: [String: String], _ settings: MQTTSettings,
        _ retained: MQTTRetainedMessages, logger: Logger, draw: @escaping MQTTPublisher.Draw, sign: (@Sendable (MQTTPicture) -> String)?
    ) throws(MQTTFieldError) {
        id = device.id
        self.settings = settings
        self.device = device
        self.source = source
        self.retained = retained
        self.logger = logger
        self.draw = draw
        self.sign = sign
        rate = MQTTStateRate(every: device.every)
        var description = try MQTTDevice(device, source.schema, actions: actions)
        description.units = units
        self.description = description
        (commands, giver) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(256))
    }

    /// The topics of the device's retained messages.
    nonisolated var topics: [String] {
        let topics = settings.topics
        return [topics.availability(of: id), topics.state(of: id)] + (settings.discovery == nil ? [] : [topics.discovery(of: id)])
            + device.pictures.map { $0.isByTopic ? topics.picture($0.id, of: id) : topics.address(of: $0.id, of: id) }
    }

    /// Takes a command, which is performed after all earlier ones.
    nonisolated func receive(_ command: [UInt8]) {
        // A command that is too long is refused for its length, so the rest of it is not stored.
        giver.yield(Array(command.prefix(MQTTCommand.maximumBytes + 1)))
    }

    /// Follows the source until the task is cancelled.
    func follow() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.followEntries() }
            if description.isPlayer { group.addTask { for await _ in self.source.choiceChanges() { await self.describe(always: false) } } }
            group.addTask { for await command in self.commands { await self.perform(command) } }
            if !device.pictures.isEmpty { group.addTask { await self.followPictures() } }
        }
    }

    // MARK: State

    private nonisolated func followEntries() async {
        let provider: EntryProvider
        while true {
            do {
                provider = try await EntryProvider(source)
                break
            } catch {
                await complain("\(error)")
                guard (try? await Task.sleep(for: .seconds(5))) != nil else { return }
            }
        }
        let latest = Broadcast<Timeline?>(nil)
        await withDiscardingTaskGroup { group in
            group.addTask { for await scene in provider.scenes() { latest.send(scene.timeline) } }
            group.addTask {
                var timer: Task<Void, Never>?
                defer { timer?.cancel() }
                for await timeline in latest.values() {
                    guard let timeline else { continue }
                    let wait = await self.publish(timeline)
                    timer?.cancel()
                    // Later entries of the timeline are published at their dates.
                    let dates = [wait.map { Date.now.addingTimeInterval($0) }, timeline.nextDate(after: .now)]
                    guard let next = dates.compactMap({ $0 }).min() else { continue }
                    timer = Self.timer(next, least: 0.05) { latest.send(latest.value) }
                }
            }
        }
    }

    /// Publishes the availability, and the state unless that is too early.
    ///
    /// - Returns: The seconds after which the state may be published; nil if it is.
    private func publish(_ timeline: Timeline) async -> Double? {
        let isFirst = self.timeline == nil
        self.timeline = timeline
        let now = Date.now
        guard let entry = timeline.entry(at: now) else { return nil }
        let new = MQTTDeviceState(entry, of: description, at: now)
        news.send(())
        if isFirst || new.isAvailable != isAvailable {
            isAvailable = new.isAvailable
            publishAvailability()
        }
        if state.map({ new.isSame(as: $0) }) == true { return nil }
        if let wait = rate.wait(at: .now) { return wait }
        publish(new)
        if now.timeIntervalSince1970 - lastZones > Self.zonesPause { await describe(always: false) }
        return nil
    }

    private func publish(_ new: MQTTDeviceState) {
        state = new
        rate.published(at: .now)
        publish(settings.topics.state(of: id), new.json.text())
    }

    private func publishAvailability() { publish(settings.topics.availability(of: id), isAvailable ? "online" : "offline") }

    /// Publishes the known state, and all pictures again if the broker has not retained them.
    func publishState(withPictures: Bool) {
        publishAvailability()
        if let timeline, let entry = timeline.entry(at: .now) { publish(MQTTDeviceState(entry, of: description, at: .now)) }
        guard withPictures else { return }
        fingerprints = [:]
        news.send(())
    }

    /// Publishes the device's description for Home Assistant.
    ///
    /// - Parameter always: False to publish it only if it has changed.
    func describe(always: Bool) async {
        guard settings.discovery != nil else { return }
        lastZones = Date.now.timeIntervalSince1970
        if description.isPlayer {
            let subject = timeline?.entry(at: .now)?.subject
            let open = await source.choices(showing: subject).filter { !$0.isLocked }
            description.zones = open.map(\.name)
            description.namesakes = Dictionary(open.filter(\.isNamesake).map { ($0.id, $0.name) }) { first, _ in first }
        }
        let payload = HomeAssistantDiscovery(
            description, settings.topics, version: SubdialVersion.current, page: settings.page
        ).payload
        guard always || payload != described else { return }
        described = payload
        publish(settings.topics.discovery(of: id), payload)
    }

    private func publish(_ topic: String, _ text: String) { publish(topic, Array(text.utf8)) }

    private func publish(_ topic: String, _ payload: [UInt8]) {
        do throws(MQTTError) {
            try retained.publish(topic, payload)
        } catch {
            if error != .stopped { complain("\(error)") }
        }
    }

    /// Logs a problem once.
    private func complain(_ line: String) {
        guard complaints.count < 1000, complaints.insert(line).inserted else { return }
        logger.warning("\(line)", metadata: ["device": "\(id)"])
    }

    // MARK: Pictures

    private func followPictures() async {
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        for await _ in news.values() {
            timer?.cancel()
            var next: Date?
            for picture in device.pictures {
                let change = await drawNow(picture)
                next = [next, change].compactMap { $0 }.min()
            }
            if let next { timer = Self.timer(next, least: Self.leastPictureWait) { [news] in news.send(()) } }
            guard (try? await Task.sleep(for: Self.pictureBurst)) != nil else { return }
        }
    }

    /// Calls `body` at a date, but after at least `least` seconds.
    private nonisolated static func timer(_ date: Date, least: Double, _ body: @escaping @Sendable () -> Void) -> Task<Void, Never> {
        Task {
            let wait = min(max(least, date.timeIntervalSince(.now)), longestWait)
            if (try? await Task.sleep(for: .seconds(wait))) != nil { body() }
        }
    }

    /// Draws a picture, and publishes it if it has changed.
    ///
    /// - Returns: The date at which it changes without news; nil for never.
    private func drawNow(_ picture: MQTTSettings.Picture) async -> Date? {
        guard timeline != nil else { return nil }
        let request = MQTTPicture(kind: device.kind, subject: device.zone, family: picture.family, options: picture.options)
        let drawing: MQTTDrawing
        do {
            drawing = try await draw(request)
        } catch {
            if !(error is CancellationError) { complain("\(picture.id): \(error)") }
            return nil
        }
        let fingerprint = drawing.fingerprint
        guard fingerprints[picture.id] != fingerprint else { return drawing.nextChange }
        fingerprints[picture.id] = fingerprint
        if picture.isByTopic {
            publish(settings.topics.picture(picture.id, of: id), drawing.bytes)
        } else if let page = settings.page {
            publish(
                settings.topics.address(of: picture.id, of: id),
                request.address(below: page, fingerprint: fingerprint, signature: sign?(request)))
        }
        return drawing.nextChange
    }

    // MARK: Commands

    private func perform(_ payload: [UInt8]) async {
        let command: MQTTCommand
        do throws(MQTTCommandError) {
            command = try MQTTCommand(payload)
        } catch {
            return complain("\(error)")
        }
        switch filter.judge(command, now: .now) {
        case .duplicate: return
        case .old(let seconds):
            let age = Int(saturating: seconds.rounded())
            logger.notice("'\(command.action)' was sent \(age) s ago, and is not done any more", metadata: ["device": "\(id)"])
        case .accepted:
            do {
                if let message = try await source.perform(command.action, isClick: false) { logger.notice("\(message)") }
            } catch {
                logger.warning("'\(command.action)': \(error)", metadata: ["device": "\(id)"])
            }
        }
    }
}

extension MQTTDevice {
    /// The device of a setting, without the zones that can be selected.
    ///
    /// - Throws: `MQTTFieldError` for a field that cannot be shown.
    package init(_ device: MQTTSettings.Device, _ schema: EntrySchema, actions: [String]) throws(MQTTFieldError) {
        self.init(
            id: device.id, name: device.name, schema: schema, isPlayer: device.kind == EntrySchemas.standardKind, actions: actions,
            pictures: device.pictures.map { Picture(id: $0.id, isByTopic: $0.isByTopic) }, showsPrivate: device.showsPrivate)
        if let names = device.fields { try choose(fields: names) }
    }
}
