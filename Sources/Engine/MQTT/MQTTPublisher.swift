import EngineWire
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
    /// Tells this run from all others: by it a broker is known to have kept what was published.
    private let run = UUID().uuidString.lowercased()

    /// Makes a publisher that publishes nothing yet.
    ///
    /// - Parameters:
    ///   - settings: What is published.
    ///   - entries: Gives the entries of a device; throws where there is no such kind.
    ///   - draw: Draws a picture as it looks now.
    /// - Throws: `MQTTError`, ``MQTTLoginError``, or what `entries` throws.
    public init(
        _ settings: MQTTSettings, logger: Logger, entries: (MQTTSettings.Device) throws -> any EntrySource,
        actions: (MQTTSettings.Device) throws -> [String],
        draw: @escaping Draw
    ) throws {
        self.settings = settings
        self.logger = logger
        let client = MQTTClient(try MQTTAddress(settings.broker), try settings.options(isPublisher: true))
        self.client = client
        devices = try settings.devices.map { device in
            MQTTDeviceFollower(
                device, try entries(device), actions: try actions(device), settings, client, logger: logger, draw: draw)
        }
    }

    /// How it stands with the broker.
    public var state: MQTTState { client.state }

    /// Publishes until the task is cancelled, and then says that it is gone.
    ///
    /// - Throws: Where there can be no client at all. A broker that is away is waited for.
    public func publish() async throws(MQTTError) {
        let topics = settings.topics
        let commands = try client.messages(of: settings.devices.map { topics.commands(for: $0.id) })
        let births = try client.messages(of: settings.discovery == nil ? [] : [topics.birth])
        try client.start()
        await withDiscardingTaskGroup { group in
            for device in devices { group.addTask { await device.follow() } }
            group.addTask { await self.followConnection() }
            group.addTask {
                for await problem in self.client.problems() { self.logger.warning("\(problem)") }
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
