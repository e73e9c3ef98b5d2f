import EngineWire
import Files
import FoundationEssentials
import Logging
import MQTT
import MQTTDevices
import Timeline

/// Publishes zones and kinds to an MQTT broker, and has them do what is sent to them.
///
/// All states are retained: a display that starts late has it at once. Whether this program is there is published too, and the broker
/// says that it is not where the connection ends without a word.
public final class MQTTPublisher: Sendable {
    /// Draws a picture as it looks now.
    public typealias Draw = @Sendable (MQTTPicture) async throws -> MQTTDrawing

    private let settings: MQTTSettings
    private let devices: [MQTTDeviceFollower]
    private let client: MQTTClient
    private let logger: Logger
    /// The file whose lock whoever publishes these topics to this broker holds.
    private let lockPath: String
    /// Tells this run from all others: by it a broker is known to have kept what was published.
    private let run = UUID().uuidString.lowercased()

    /// Makes a publisher that publishes nothing yet.
    ///
    /// - Parameters:
    ///   - settings: What is published.
    ///   - folders: The user's folders: of the programs that use them one at a time publishes.
    ///   - entries: Gives the entries of a device; throws where there is no such kind.
    ///   - draw: Draws a picture as it looks now.
    ///   - sign: Gives the word by which an address may be fetched without a token; nil where none is asked for.
    /// - Throws: `MQTTError`, ``MQTTLoginError``, or what `entries` throws.
    public init(
        _ settings: MQTTSettings, folders: UserFolders, logger: Logger, entries: (MQTTSettings.Device) throws -> any EntrySource,
        actions: (MQTTSettings.Device) throws -> [String],
        draw: @escaping Draw, sign: (@Sendable (MQTTPicture) -> String)? = nil
    ) throws {
        self.settings = settings
        self.logger = logger
        lockPath = "\(folders.mqtt)/\(String("\(settings.broker) \(settings.base)".stableHash, radix: 16)).publishing"
        let client = MQTTClient(try MQTTAddress(settings.broker), try settings.options(isPublisher: true))
        self.client = client
        devices = try settings.devices.map { device in
            MQTTDeviceFollower(
                device, try entries(device), actions: try actions(device), settings, client, logger: logger, draw: draw, sign: sign)
        }
    }

    /// How it stands with the broker.
    public var state: MQTTState { client.state }

    /// Publishes until the task is cancelled, and then says that it is gone.
    ///
    /// While another program does so it waits for its end.
    ///
    /// - Parameter tell: Called with a line for people where another program publishes, and once this one does instead.
    /// - Throws: Where there can be no client at all. A broker that is away is waited for.
    public func publish(_ tell: @Sendable (String) -> Void = { _ in }) async throws(MQTTError) {
        let lock = await lock(tell)
        defer { withExtendedLifetime(lock) {} }
        guard !Task.isCancelled else { return }
        let topics = settings.topics
        let commands = try client.messages(of: settings.devices.map { topics.commands(for: $0.id) })
        let births = try client.messages(of: settings.discovery == nil ? [] : [topics.birth])
        try client.start()
        await withDiscardingTaskGroup { group in
            for device in devices { group.addTask { await device.follow() } }
            group.addTask { await self.followConnection() }
            group.addTask {
                // A picture that is too large is so each time that it looks otherwise.
                var told: Set<String> = []
                for await problem in self.client.problems() where problem.topic.map({ told.insert($0).inserted }) ?? true {
                    self.logger.warning("\(problem)")
                }
            }
            group.addTask {
                for await message in commands {
                    // One that the broker has kept was meant for a moment that is gone.
                    guard !message.isRetained else {
                        self.logger.notice("\(message.topic): a command is not retained; this one is not done")
                        continue
                    }
                    self.devices.first { topics.commands(for: $0.id) == message.topic }?.take(message.payload)
                }
            }
            group.addTask {
                for await message in births where message.text == "online" {
                    for device in self.devices { await device.describe(always: true) }
                }
            }
        }
        // The goodbye is no part of what was cancelled.
        await Task { [client, topics] in
            try? client.publish(MQTTMessage(topics.bridgeState, "offline", isRetained: true))
            await client.stop()
        }.value
    }

    /// Time between two looks for whether another program has stopped publishing.
    private static let pause = Duration.milliseconds(500)

    /// The lock of whoever publishes, once nobody else has it; nil where the task is cancelled before, or there can be no lock.
    private func lock(_ tell: @Sendable (String) -> Void) async -> HeldLock? {
        var isTold = false
        do {
            try AtomicFile.makeFolder(String(lockPath[..<(lockPath.lastIndex(of: "/") ?? lockPath.startIndex)]))
            while !Task.isCancelled {
                if let lock = try HeldLock(lockPath) {
                    if isTold { tell("the other program has stopped: this one publishes to \(settings.broker) from now on") }
                    return lock
                }
                if !isTold {
                    let process = HeldLock.holder(of: lockPath).map { " (process \($0))" } ?? ""
                    tell(
                        "another program\(process) publishes to \(settings.broker) below '\(settings.base)'; this one does once that has stopped"
                    )
                    isTold = true
                }
                try? await Task.sleep(for: Self.pause)
            }
        } catch {
            // It publishes all the same: without the state folder nobody else can be known.
            logger.warning("whether another program publishes to \(settings.broker) cannot be known: \(error)")
        }
        return nil
    }

    /// Publishes all anew after each connection; pictures only where the broker does not have them any more.
    private func followConnection() async {
        var last: MQTTState?
        for await state in client.states() where state != last {
            switch state {
            case .connected:
                let isFirst = last == nil || last == .connecting
                if !isFirst { logger.notice("the MQTT broker at \(client.address) is back") }
                await publishAll()
            case .away(let error): logger.warning("\(error)")
            case .connecting, .stopped: break
            }
            last = state
        }
    }

    private func publishAll() async {
        let topics = settings.topics
        let info = "{\"version\":\"\(SubdialVersion.current)\",\"run\":\"\(run)\"}"
        let kept = try? await client.retained(at: [topics.bridgeInfo])
        let isKept = kept?.first?.text == info
        for device in devices {
            await device.describe(always: true)
            await device.tell(withPictures: !isKept)
        }
        try? client.publish(MQTTMessage(topics.bridgeState, "online", isRetained: true))
        try? client.publish(MQTTMessage(topics.bridgeInfo, info, isRetained: true))
    }
}
