import SubdialPlayback

extension MessageBoard {
    /// The zones in the messages, sorted by name; only the zone without a name if there are no others.
    var zones: [Zone] {
        state.withLock { state in
            let names = state.zones.names
            return (names.isEmpty ? [nil] : names).map { name in
                let said = state.zones.state(of: name)
                return Zone(
                    id: address.zone(name), name: name ?? address.name, source: "file", status: said.shownStatus, volume: said.fullVolume)
            }.sortedByName()
        }
    }

    /// The name of an existing zone; the inner nil is for the zone without a name, which always exists.
    func name(of zone: ZoneID) -> String?? {
        guard let name = address.name(of: zone) else { return nil }
        return name == nil || state.withLock { $0.zones.has(name) } ? .some(name) : nil
    }

    /// The name that messages use for a zone, and its merged state.
    func subject(of name: String?) -> (name: String?, state: MessageState) {
        state.withLock { state in
            let subject = state.zones.subject(of: name)
            return (subject, state.zones.state(of: subject))
        }
    }

    /// The current state as a polled reading.
    func reading(of name: String?) -> Reading { state.withLock { reading(of: name, in: $0, authority: .poll) } }

    func reading(of name: String?, in state: State, authority: Authority) -> Reading {
        let now = MessageClock.now
        let subject = state.zones.subject(of: name)
        var reading = Reading(
            of: state.zones.state(of: subject), zone: address.zone(name), stamp: Stamp(now, authority), now: now)
        reading.name = subject ?? address.name
        reading.connection = connection(of: subject, in: state)
        return reading
    }

    private func connection(of name: String?, in state: State) -> Connection {
        if name != nil, !state.zones.has(name) { return .zoneMissing }
        switch state.condition {
        case .reading: return .live
        // No more messages can come, so that the state is final.
        case .ended: return state.hasMessage ? .live : .offline
        case .lost, nil: return state.wasThere ? .stale : .offline
        }
    }
}
