import SubdialMixers
import SubdialPlayback
import SubdialPlayers
import SubdialSystem

extension AudioStreams {
    /// The number of failures after which a lost connection is not opened again.
    private static let mostFailures = 3
    /// The maximum number of processes between a stream and its player.
    private static let mostParents = 16
    /// The maximum volume, which only an exact number can reach.
    private static let maximum = 2.0

    /// The streams of PulseAudio, or of PipeWire with the same protocol.
    static func pulse(_ mixer: PulseMixer) -> AudioStreams {
        AudioStreams(
            changes: {
                AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
                    let task = Task {
                        await follow(mixer) { continuation.yield($0) }
                        continuation.finish()
                    }
                    continuation.onTermination = { _ in task.cancel() }
                }
            },
            perform: { change, ids in
                do throws(PulseError) {
                    try await mixer.perform(MixerChange(change), onChannels: ids, maximum: maximum)
                    return .success(())
                } catch {
                    return .failure(.refused("the player has no volume of its own, and \(error)"))
                }
            })
    }

    /// Passes each list of streams to `take` until there is no server.
    private static func follow(_ mixer: PulseMixer, _ take: ([AudioStream]) -> Void) async {
        // The server may restart, but a machine may also have none.
        var remaining = 1
        var processes: [String: [Int]] = [:]
        for await change in mixer.changes() {
            switch change {
            case .success(let mixer):
                remaining = mostFailures
                let channels = mixer.channels.filter { $0.kind == .playback }
                let known = processes
                processes = [:]
                for channel in channels { processes[channel.id] = known[channel.id] ?? channel.process.map(lineage) ?? [] }
                take(channels.map { AudioStream($0, processes: processes[$0.id] ?? []) })
            case .failure:
                processes = [:]
                remaining -= 1
                guard remaining > 0 else { return }
                take([])
            }
        }
    }

    /// A process, then its parent, and so on; without the process that has started all others.
    private static func lineage(of process: Int) -> [Int] {
        var result: [Int] = []
        var next = process
        while next > 1, result.count < mostParents, !result.contains(next) {
            result.append(next)
            next = parent(of: next) ?? 0
        }
        return result
    }

    /// The parent of a process; nil if there is no such process.
    private static func parent(of process: Int) -> Int? {
        guard let bytes = try? InputFile.bytes(at: "/proc/\(process)/stat", limit: 4096, accepting: .regular) else { return nil }
        // The name of the program stands in parentheses, and may contain spaces and parentheses.
        guard let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
        return words.count > 1 ? Int(String(decoding: words[1], as: UTF8.self)) : nil
    }
}

extension AudioStream {
    fileprivate init(_ channel: MixerChannel, processes: [Int]) {
        self.init(
            id: channel.id, processes: processes, names: [channel.binary, channel.name].filter { !$0.isEmpty }, volume: channel.volume,
            isMuted: channel.isMuted, isActive: channel.isActive)
    }
}

extension MixerChange {
    fileprivate init(_ change: AudioStreamChange) {
        switch change {
        case .volume(let volume): self = .volume(volume)
        case .mute(let isMuted): self = .mute(isMuted)
        }
    }
}
