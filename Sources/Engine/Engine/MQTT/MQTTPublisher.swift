import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialEngineWire
import SubdialMQTT
import SubdialSystem
import SubdialTimeline

/// Publishes zones and kinds to an MQTT broker, and executes the commands that they receive.
///
/// All states are retained, so that a display that starts later receives them immediately, and published again if another client has
/// overwritten them. The availability of this program is published too, with a last will for an unexpected end of the connection.
package final class MQTTPublisher: Sendable {
    /// Draws a current picture.
    package typealias Draw = @Sendable (MQTTPicture) async throws -> MQTTDrawing

    private let settings: MQTTSettings
    private let devices: [MQTTDeviceFollower]
    private let client: MQTTClient
    private let retained: MQTTRetainedMessages
    private let logger: Logger
    /// The lock file of the publisher of these topics to this broker.
    private let lockFile: PrivateFile
    /// Takes the lock.
    private let lane = WorkLane()
    /// A random id of this run; the broker's retained copy of it shows that the broker retains messages.
    private let run = UUID().uuidString.lowercased()

    /// Makes a publisher that does not publish yet.
    ///
    /// - Parameters:
    ///   - settings: The broker and the devices.
    ///   - folders: The user's folders: of the programs that share them, one publishes at a time.
    ///   - entries: Returns the entries of a device; throws if the kind does not exist.
    ///   - actions: Returns the names of a device's actions.
    ///   - units: Returns the units of a device's fields that depend on the parameters of its kind.
    ///   - draw: Draws a current picture.
    ///   - sign: Returns the signature with which a picture's URL is accessible without a token; nil if no token is required.
    /// - Throws: `MQTTError`, `MQTTFieldError`, ``MQTTLoginError``, or the error of `entries`.
    package init(
        _ settings: MQTTSettings, folders: UserFolders, logger: Logger, entries: (MQTTSettings.Device) throws -> any EntrySource,
        actions: (MQTTSettings.Device) throws -> [String], units: (MQTTSettings.Device) throws -> [String: String] = { _ in [:] },
        draw: @escaping Draw, sign: (@Sendable (MQTTPicture) -> String)? = nil
    ) throws {
        self.settings = settings
        self.logger = logger
        lockFile = folders.mqtt.file("\(String("\(settings.broker) \(settings.base)".stableHash, radix: 16)).publishing")
        let client = MQTTClient(try MQTTAddress(settings.broker), try settings.options(isPublisher: true))
        self.client = client
        let retained = MQTTRetainedMessages(client, logger: logger)
        self.retained = retained
        devices = try settings.devices.map { device in
            try MQTTDeviceFollower(
                device, try entries(device), actions: try actions(device), units: try units(device), settings, retained, logger: logger,
                draw: draw, sign: sign)
        }
    }

    /// The state of the connection to the broker.
    package var state: MQTTState { client.state }

    /// Publishes until the task is cancelled, and then publishes the offline state.
    ///
    /// While another program publishes, it waits for the end of that program.
    ///
    /// - Parameter tell: Receives a text line if another program publishes, and another one after this program has taken over.
    /// - Throws: ``MQTTError`` if no client can be created. An unreachable broker is not an error; the client retries.
    package func publish(_ tell: @Sendable (String) -> Void = { _ in }) async throws(MQTTError) {
        let lock = await lock(tell)
        defer { withExtendedLifetime(lock) {} }
        guard !Task.isCancelled else { return }
        let topics = settings.topics
        let commands = try client.messages(of: settings.devices.map { topics.commands(for: $0.id) })
        let births = try client.messages(of: settings.discovery == nil ? [] : [topics.birth])
        let foreign = try retained.foreign(at: [topics.bridgeState, topics.bridgeInfo] + devices.flatMap(\.topics))
        try client.start()
        await withDiscardingTaskGroup { group in
            for device in devices { group.addTask { await device.follow() } }
            group.addTask { await self.followConnection() }
            group.addTask { await self.retained.follow(foreign) }
            group.addTask {
                // A picture that is too large fails again at each change, so its topic is reported once.
                var told: Set<String> = []
                for await problem in self.client.problems() where problem.topic.map({ told.insert($0).inserted }) ?? true {
                    self.logger.warning("\(problem)")
                }
            }
            group.addTask {
                for await message in commands {
                    // A retained command was meant for an earlier moment.
                    guard !message.isRetained else {
                        self.logger.notice("\(message.topic): a command is not retained; this one is not done")
                        continue
                    }
                    self.devices.first { topics.commands(for: $0.id) == message.topic }?.receive(message.payload)
                }
            }
            group.addTask {
                for await message in births where message.text == "online" {
                    for device in self.devices { await device.describe(always: true) }
                }
            }
        }
        // The offline message must be sent although this task is cancelled.
        await Task { [client, retained] in
            try? retained.publish(topics.bridgeState, Array("offline".utf8))
            await client.stop()
        }.value
    }

    /// The lock of the publisher, after no other program holds it; nil if the task is cancelled before, or the lock cannot be created.
    private func lock(_ tell: @Sendable (String) -> Void) async -> SharedFileLock? {
        do {
            let (free, holder) = try await acquireLock()
            if let free { return free }
            let process = holder.map { " (process \($0))" } ?? ""
            tell("another program\(process) publishes to \(settings.broker) below '\(settings.base)'; this one does once that has stopped")
            let lock = try await SharedFileLock.acquired(lockFile)
            if lock != nil { tell("the other program has stopped: this one publishes to \(settings.broker) from now on") }
            return lock
        } catch {
            // Publishing starts without a lock: without the state folder, other programs cannot be detected.
            logger.warning("whether another program publishes to \(settings.broker) cannot be known: \(error)")
            return nil
        }
    }

    /// The lock, or nil with the id of the process that holds it.
    private func acquireLock() async throws -> (lock: SharedFileLock?, holder: Int32?) {
        let result = await lane.value { [lockFile] in
            Result { () throws -> (SharedFileLock?, Int32?) in
                let lock = try SharedFileLock(lockFile)
                return (lock, lock == nil ? FileLock.holder(of: lockFile.path) : nil)
            }
        }
        guard let result else { throw WriteError(path: lockFile.path, reason: "the system gives no thread") }
        return try result.get()
    }

    /// Publishes everything again after each connection; pictures only if the broker has not retained them.
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
            await device.publishState(withPictures: !isKept)
        }
        try? retained.publish(topics.bridgeState, Array("online".utf8))
        try? retained.publish(topics.bridgeInfo, Array(info.utf8))
    }
}
