// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import SubdialCLibraries
    import Foundation
    import SubdialBasics

    @testable import SubdialPlayers

    final class FakeWorker: BusWork {
        private var bus: OpaquePointer?
        private var properties: [String: Wire]
        private let calls: FakeCalls
        private var late: [(MonotonicTime, OpaquePointer)] = []
        /// The changes that are due later.
        private var coming: [(MonotonicTime, FakeReaction)] = []
        /// What the player does in place of the standard, by method.
        var reactions: [String: FakeReaction] = [:]
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
            for (_, reaction) in coming.filter({ $0.0 <= now }) { change(reaction.properties, telling: reaction.isTold) }
            coming.removeAll { $0.0 <= now }
            while sd_bus_process(bus, nil) > 0 {}
            let (descriptor, events) = (sd_bus_get_fd(bus), sd_bus_get_events(bus))
            guard descriptor >= 0, events >= 0 else { return (nil, nil) }
            return (pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0), (late.map(\.0) + coming.map(\.0)).min())
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

        /// Replies, and releases the message.
        private func answer(_ call: OpaquePointer?) {
            guard let call else { return }
            defer { sd_bus_message_unref(call) }
            let member = sd_bus_message_get_member(call).map { String(cString: $0) } ?? ""
            let arguments = subdial_systemd().map { BusMessage(systemd: $0, pointer: call).arguments() } ?? []
            let words = arguments.map { $0.text ?? $0.number.map { "\($0)" } ?? "?" }.filter { !$0.hasPrefix("org.mpris") }
            calls.add(([member] + words).joined(separator: " "))
            var reply: OpaquePointer?
            sd_bus_message_new_method_return(call, &reply)
            guard let reply else { return }
            defer { sd_bus_message_unref(reply) }
            if let reaction = reactions[member] {
                if reaction.delay == .zero {
                    change(reaction.properties, telling: reaction.isTold)
                } else {
                    coming.append((.now + reaction.delay, reaction))
                }
                sd_bus_send(bus, reply, nil)
                return
            }
            switch member {
            case "GetAll": Wire.appendDictionary(properties.filter { $0.key != "Identity" }, to: reply)
            case "Get":
                guard let name = arguments.last?.text, let wire = properties[name] else { return }
                wire.appendVariant(to: reply)
            case "Set":
                if let name = arguments.dropFirst().first?.text, let value = arguments.last {
                    change([name: Wire(properties[name]?.type ?? "d", value)], telling: true)
                }
            case "Play": change(["PlaybackStatus": .text("Playing")], telling: true)
            case "Pause": change(["PlaybackStatus": .text("Paused")], telling: true)
            default: break
            }
            sd_bus_send(bus, reply, nil)
        }
    }
#endif
