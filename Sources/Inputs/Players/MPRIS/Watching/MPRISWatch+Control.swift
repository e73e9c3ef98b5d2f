import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialPlayback

extension MPRISWatch {
    /// Sends a control to the zone's player; `done` is called with the reply or the failure.
    func perform(
        _ control: PlaybackControl, in zone: ZoneID, showing state: PlaybackState?, _ done: @escaping (Result<Void, SourceError>) -> Void
    ) {
        let player: MPRISPlayer
        let command: MPRISCommand
        do throws(SourceError) {
            player = try existingPlayer(of: zone)
            command = try player.command(for: control, showing: state, at: Date.steady)
        } catch {
            return done(.failure(error))
        }
        guard let connection else { return done(.failure(.unreachable(address: player.title, reason: BusFailure.lost.message))) }
        if case .volume(let volume, let muting) = command { update(player) { $0.willSet(volume: volume, muting: muting) } }
        connection.send(Self.call(of: command, to: player), within: options.answerTime) { [unowned self] answer in
            switch command {
            case .volume:
                if let current = players[player.name], current.awaitsLastVolume {
                    // The volume that the player applied or kept.
                    ask("Volume", of: player, isAnswered: { $0.hasSetVolume() })
                } else {
                    update(player) { $0.hasSetVolume() }
                }
            case .seek, .position:
                // Some players do not signal a jump.
                askPosition(of: player)
            // Not every player signals changes of these, or applies them.
            case .loop: confirm("LoopStatus", of: player)
            case .shuffle: confirm("Shuffle", of: player)
            case .method, .open: break
            }
            switch answer {
            case .success: done(.success(()))
            case .failure(let error): done(.failure(Self.sourceError(error, of: player, within: options.answerTime)))
            }
        }
    }

    /// A property that was set, and whose value the player may still change.
    struct Confirmation {
        let player: MPRISPlayer
        let property: String
        /// The time of the next query of the property.
        let due: MonotonicTime
        /// The maximum number of further queries.
        let remaining: Int
    }

    /// Milliseconds between two queries of a property that was set, the last interval first.
    private static let confirmationPauses = [3200, 1600, 800, 400, 200, 100]

    /// Queries a property that was set, and then again a few times.
    ///
    /// Some players apply a value after their reply, or take it back, and signal neither.
    private func confirm(_ property: String, of player: MPRISPlayer, remaining: Int = confirmationPauses.count) {
        ask(
            property, of: player,
            done: { [unowned self] _ in
                guard remaining > 0, players[player.name]?.owner == player.owner else { return }
                // A value that is set again is followed from then on.
                confirmations.removeAll { $0.player.name == player.name && $0.property == property && $0.remaining < remaining }
                confirmations.append(
                    Confirmation(
                        player: player, property: property, due: .now + .milliseconds(Self.confirmationPauses[remaining - 1]),
                        remaining: remaining - 1))
            })
    }

    /// Repeats the queries that are due.
    func settleConfirmations(at now: MonotonicTime) {
        let due = confirmations.filter { $0.due <= now }
        guard !due.isEmpty else { return }
        confirmations.removeAll { $0.due <= now }
        for item in due { confirm(item.property, of: item.player, remaining: item.remaining) }
    }

    private static func call(of command: MPRISCommand, to player: MPRISPlayer) -> BusCall {
        func microseconds(_ seconds: Double) -> Int64 {
            let number = (seconds * 1_000_000).rounded()
            return number.magnitude < 9e18 ? Int64(saturating: number) : number > 0 ? .max : .min
        }
        func set(_ property: String, _ value: BusCall.Argument) -> BusCall {
            .player(player.owner, propertiesInterface, "Set", [.text(playerInterface), .text(property), value])
        }
        return switch command {
        case .method(let name): .player(player.owner, playerInterface, name)
        case .seek(let seconds): .player(player.owner, playerInterface, "Seek", [.int64(microseconds(seconds))])
        case .position(let track, let seconds):
            .player(player.owner, playerInterface, "SetPosition", [.path(track), .int64(microseconds(seconds))])
        case .volume(let volume, _): set("Volume", .variant(volume))
        case .loop(let mode): set("LoopStatus", .variantText(mode.rawValue))
        case .shuffle(let isOn): set("Shuffle", .variantFlag(isOn))
        case .open(let address): .player(player.owner, playerInterface, "OpenUri", [.text(address)])
        }
    }

    private static func sourceError(_ error: BusFailure, of player: MPRISPlayer, within time: Duration) -> SourceError {
        guard error.isSilence else { return .refused("\(player.title) refuses: \(error.message)") }
        return .unreachable(address: player.title, reason: "no answer within \(time.components.seconds) s, or it has ended")
    }
}
