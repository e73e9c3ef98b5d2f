import CSystemd
import Foundation
import Numbers
import Playback
import Synchronization

@testable import Players

/// A value with its type as the bus writes it.
struct Wire: Sendable {
    let type: String
    let value: DBusValue

    init(_ type: String, _ value: DBusValue) { (self.type, self.value) = (type, value) }

    static func text(_ text: String) -> Wire { Wire("s", .string(text)) }
    /// A dictionary of metadata.
    static func metadata(_ entries: [String: Wire]) -> Wire { Wire("METADATA", .dict([:]), entries) }

    private(set) var entries: [String: Wire] = [:]
    private init(_ type: String, _ value: DBusValue, _ entries: [String: Wire]) {
        self.init(type, value)
        self.entries = entries
    }

    var signature: String { type == "METADATA" ? "a{sv}" : type }

    func append(to message: OpaquePointer) {
        if type == "METADATA" { Self.appendDictionary(entries, to: message) } else { Self.append(value, type, to: message) }
    }

    func appendVariant(to message: OpaquePointer) {
        sd_bus_message_open_container(message, Self.code("v"), signature)
        append(to: message)
        sd_bus_message_close_container(message)
    }

    static func appendDictionary(_ entries: [String: Wire], to message: OpaquePointer) {
        sd_bus_message_open_container(message, code("a"), "{sv}")
        for (key, value) in entries {
            sd_bus_message_open_container(message, code("e"), "sv")
            append(.string(key), "s", to: message)
            value.appendVariant(to: message)
            sd_bus_message_close_container(message)
        }
        sd_bus_message_close_container(message)
    }

    static func append(_ value: DBusValue, _ type: String, to message: OpaquePointer) {
        func basic<Number>(_ number: Number) {
            withUnsafeBytes(of: number) { _ = sd_bus_message_append_basic(message, code(type), $0.baseAddress) }
        }
        let number = value.number ?? 0
        switch type {
        case "s", "o": _ = (value.text ?? "").withCString { sd_bus_message_append_basic(message, code(type), $0) }
        case "b": basic(Int32(value.flag == true ? 1 : 0))
        case "y": basic(UInt8(saturating: number))
        case "n": basic(Int16(number))
        case "q": basic(UInt16(saturating: number))
        case "i": basic(Int32(saturating: number))
        case "u": basic(UInt32(saturating: number))
        case "x": basic(Int64(saturating: number))
        case "t": basic(UInt64(saturating: number))
        case "d": basic(number)
        case _ where type.hasPrefix("a"):
            let inner = String(type.dropFirst())
            sd_bus_message_open_container(message, code("a"), inner)
            if case .array(let values) = value { for value in values { append(value, inner, to: message) } }
            sd_bus_message_close_container(message)
        default: break
        }
    }

    static func code(_ type: String) -> CChar { CChar(bitPattern: type.utf8.first ?? 0) }
}

/// A player that does as it is told by a test.
final class FakePlayer: Sendable {
    /// How it answers.
    enum Manner: Sendable {
        case promptly, never
        case after(Duration)
    }

    private let thread: BusThread<FakeWorker>
    /// What it was asked, one call as a word with its numbers.
    let calls = FakeCalls()

    /// Comes onto the bus as `name`.
    init(_ bus: PrivateBus, _ name: String, _ properties: [String: Wire] = [:], manner: Manner = .promptly) async {
        let (address, calls) = (bus.address, calls)
        let all = Self.standard(name).merging(properties) { $1 }
        thread = BusThread { FakeWorker(address, all, manner, calls) }
        await own(name)
    }

    deinit { thread.close() }

    private static func standard(_ name: String) -> [String: Wire] {
        [
            "Identity": .text("Fake \(name)"), "PlaybackStatus": .text("Stopped"), "Metadata": .metadata([:]),
            "Volume": Wire("d", .double(0.5)),
            "Position": Wire("x", .int(0)), "Rate": Wire("d", .double(1)), "CanControl": Wire("b", .bool(true)),
            "CanPlay": Wire("b", .bool(true)), "CanPause": Wire("b", .bool(true)), "CanSeek": Wire("b", .bool(true)),
            "CanGoNext": Wire("b", .bool(true)), "CanGoPrevious": Wire("b", .bool(true)),
        ]
    }

    /// Sets properties, and tells of it.
    func change(_ properties: [String: Wire], telling: Bool = true) {
        _ = thread.post { $0.change(properties, telling: telling) }
    }

    /// Tells of each of these in a message of its own, all at once.
    func burst(_ changes: [[String: Wire]]) {
        _ = thread.post { worker in for properties in changes { worker.change(properties, telling: true) } }
    }

    func tell(invalid: [String]) { _ = thread.post { $0.tell([:], invalid: invalid) } }
    func seek(to microseconds: Int64) { _ = thread.post { $0.seeked(microseconds) } }
    func behave(_ manner: Manner) { _ = thread.post { $0.manner = manner } }

    func own(_ name: String) async { await done { $0.name(name, release: false) } }
    func giveUp(_ name: String) async { await done { $0.name(name, release: true) } }

    private func done(_ task: @escaping @Sendable (FakeWorker) -> Void) async {
        await withCheckedContinuation { continuation in
            if !thread.post({
                task($0); continuation.resume()
            }) {
                continuation.resume()
            }
        }
    }
}

final class FakeCalls: Sendable {
    private let calls = Mutex<[String]>([])
    func add(_ call: String) { calls.withLock { $0.append(call) } }
    var all: [String] { calls.withLock { $0 } }
    func count(_ call: String) -> Int { all.count { $0 == call } }
}

final class FakeWorker: BusWork {
    private var bus: OpaquePointer?
    private var properties: [String: Wire]
    private let calls: FakeCalls
    private var late: [(MonotonicTime, OpaquePointer)] = []
    var manner: FakePlayer.Manner

    init(_ address: String, _ properties: [String: Wire], _ manner: FakePlayer.Manner, _ calls: FakeCalls) {
        (self.properties, self.manner, self.calls) = (properties, manner, calls)
        sd_bus_new(&bus)
        sd_bus_set_address(bus, address)
        sd_bus_set_bus_client(bus, 1)
        sd_bus_start(bus)
        sd_bus_add_filter(
            bus, nil,
            { message, context, _ in
                guard let message, let context else { return 0 }
                return Unmanaged<FakeWorker>.fromOpaque(context).takeUnretainedValue().take(message)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func name(_ name: String, release: Bool) {
        let full = PlayerName.prefix + name
        _ = release ? sd_bus_release_name(bus, full) : sd_bus_request_name(bus, full, 0)
    }

    func turn() -> (descriptor: pollfd?, deadline: MonotonicTime?) {
        while sd_bus_process(bus, nil) > 0 {}
        let now = MonotonicTime.now
        for (_, message) in late.filter({ $0.0 <= now }) { answer(message) }
        late.removeAll { $0.0 <= now }
        while sd_bus_process(bus, nil) > 0 {}
        let (descriptor, events) = (sd_bus_get_fd(bus), sd_bus_get_events(bus))
        guard descriptor >= 0, events >= 0 else { return (nil, nil) }
        return (pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0), late.map(\.0).min())
    }

    func close() {
        for (_, message) in late { sd_bus_message_unref(message) }
        sd_bus_flush_close_unref(bus)
    }

    func change(_ news: [String: Wire], telling: Bool) {
        properties.merge(news) { $1 }
        if telling { tell(news, invalid: []) }
    }

    func tell(_ news: [String: Wire], invalid: [String]) {
        signal("org.freedesktop.DBus.Properties", "PropertiesChanged") { message in
            Wire.append(.string("org.mpris.MediaPlayer2.Player"), "s", to: message)
            Wire.appendDictionary(news, to: message)
            Wire.append(.array(invalid.map { .string($0) }), "as", to: message)
        }
    }

    func seeked(_ microseconds: Int64) {
        properties["Position"] = Wire("x", .int(microseconds))
        signal("org.mpris.MediaPlayer2.Player", "Seeked") { Wire.append(.int(microseconds), "x", to: $0) }
    }

    private func signal(_ interface: String, _ member: String, _ fill: (OpaquePointer) -> Void) {
        var message: OpaquePointer?
        sd_bus_message_new_signal(bus, &message, "/org/mpris/MediaPlayer2", interface, member)
        guard let message else { return }
        fill(message)
        sd_bus_send(bus, message, nil)
        sd_bus_message_unref(message)
    }

    private func take(_ message: OpaquePointer) -> Int32 {
        guard sd_bus_message_is_method_call(message, nil, nil) > 0 else { return 0 }
        switch manner {
        case .promptly: answer(sd_bus_message_ref(message))
        case .never: break
        case .after(let time): late.append((.now + time, sd_bus_message_ref(message)))
        }
        return 1
    }

    /// Answers, and lets go of the message.
    private func answer(_ call: OpaquePointer?) {
        guard let call else { return }
        defer { sd_bus_message_unref(call) }
        let member = sd_bus_message_get_member(call).map { String(cString: $0) } ?? ""
        let arguments = BusMessage(pointer: call).arguments()
        let words = arguments.map { $0.text ?? $0.number.map { "\($0)" } ?? "?" }.filter { !$0.hasPrefix("org.mpris") }
        calls.add(([member] + words).joined(separator: " "))
        var reply: OpaquePointer?
        sd_bus_message_new_method_return(call, &reply)
        guard let reply else { return }
        defer { sd_bus_message_unref(reply) }
        switch member {
        case "GetAll": Wire.appendDictionary(properties.filter { $0.key != "Identity" }, to: reply)
        case "Get":
            guard let name = arguments.last?.text, let wire = properties[name] else { return }
            wire.appendVariant(to: reply)
        case "Set":
            if let name = arguments.dropFirst().first?.text, let value = arguments.last { change([name: Wire("d", value)], telling: true) }
        case "Play": change(["PlaybackStatus": .text("Playing")], telling: true)
        case "Pause": change(["PlaybackStatus": .text("Paused")], telling: true)
        default: break
        }
        sd_bus_send(bus, reply, nil)
    }
}
