import SubdialExpressions

extension Mixer {
    /// The document for entries of the kind `mixer`.
    package var document: Value {
        func list(_ kind: MixerChannel.Kind) -> Value { .list(channels.filter { $0.kind == kind }.map { $0.value(in: self) }) }
        func chosen(_ text: String) -> Value { channel(text)?.value(in: self) ?? .missing }
        return [
            "server": .string(server), "output": chosen("output"), "input": chosen("input"), "outputs": list(.output),
            "inputs": list(.input),
            "streams": list(.playback), "recordings": list(.recording), "channels": .list(ranked.map { $0.value(in: self) }),
            "levels": .list(
                ranked.filter { $0.kind == .playback || $0.kind == .output && $0.isDefault }.compactMap { $0.level.map { .double($0) } }),
        ]
    }

    /// The channels in the order of importance: the default output, playing streams, the default input, then all others.
    package var ranked: [MixerChannel] {
        func rank(_ channel: MixerChannel) -> Int {
            switch channel.kind {
            case .output: channel.isDefault ? 0 : 4
            case .playback: channel.isActive ? 1 : 2
            case .input: channel.isDefault ? 3 : 6
            case .recording: 5
            }
        }
        return channels.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
    }
}

extension MixerChannel {
    fileprivate func value(in mixer: Mixer) -> Value {
        let place = mixer.channels.first { $0.id == device }
        return [
            "id": .string(id), "kind": .string(kind.rawValue), "name": .string(name), "detail": .string(detail), "icon": .string(icon),
            "symbol": .string(symbol), "volume": .double(volume), "muted": .bool(isMuted), "isDefault": .bool(isDefault),
            "active": .bool(isActive), "device": place.map { .string($0.name) } ?? .missing,
            "level": level.map { .double($0) } ?? .missing, "peak": peak.map { .double($0) } ?? .missing,
        ]
    }

    /// The symbol of the channel, chosen by its kind and by keywords in its icon and name.
    var symbol: String {
        let words = "\(icon) \(name) \(id)".lowercased()
        func has(_ any: String...) -> Bool { any.contains { words.contains($0) } }
        switch kind {
        case .input, .recording: return "mic.fill"
        case .output:
            if has("headphone", "headset", "earbud", "bluez") { return "headphones" }
            return has("hdmi", "displayport") ? "display" : "hifispeaker.fill"
        case .playback:
            if has("firefox", "chrom", "browser", "epiphany") { return "globe" }
            return has("video", "mpv", "vlc", "totem") ? "film" : "music.note"
        }
    }
}
