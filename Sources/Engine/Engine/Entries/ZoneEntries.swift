import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialFeeds
import SubdialPlayback
import SubdialTimeline

/// The entries of a zone: the named one, the chosen one, or the active player.
struct ZoneEntries: EntrySource {
    /// The maximum interval between two searches for a missing zone on a source that answers, in seconds.
    private static let missingZonePause = 3.0

    let hub: Hub
    let players: FollowedPlayers
    let logger: Logger

    var schema: EntrySchema { .nowPlaying }

    func prepare() async throws {
        _ = try await hub.follower(ofZone: players.zone, at: players.address, rules: players.zoneRules)
    }

    func current() async -> (frame: EntryFrame, error: (any Error)?) {
        let start = SteadyDate.now
        do throws(SourceError) {
            let found = try await hub.follower(ofZone: players.zone, at: players.address, rules: players.zoneRules, asking: .ifDoubtful)
            let error = await found.answer(through: players.zoneRules, since: start)
            let timeline = await found.timeline()
            let seen = Timeline(entries: timeline.entries.map { $0.seen(through: players.zoneRules) }, policy: timeline.policy)
            return (EntryFrame(seen, pausedSince: await found.pausedSince, pictures: found.pictures(hub.pictureReports)), error)
        } catch {
            return (EntryFrame(offlineEntry(error)), error)
        }
    }

    func refresh() async {
        let follower = try? await hub.follower(ofZone: players.zone, at: players.address, rules: players.zoneRules, asking: .never)
        await follower?.readOnce()
    }

    func perform(_ words: String, isClick: Bool) async throws -> String? {
        let session = ControlSession(
            hub: hub, address: players.address, zone: players.zone, zoneRules: players.zoneRules, volumeRules: players.volumeRules)
        return try await session.perform(ControlRequest(words: words), isClick: isClick)
    }

    func choices(showing subject: Subject?) async -> [FeedZone] {
        guard let zones = try? await hub.choosableZones(at: players.address) else { return [] }
        let rules = players.zoneRules
        let menu = ZoneMenu(zones, rules: rules)
        return zip(menu.zones, menu.names).map { zone, name in
            FeedZone(
                id: zone.id.rawValue, name: name, isNamesake: name != zone.menuName, isShown: zone.id.rawValue == subject?.id,
                isLocked: rules.locks(zone))
        }
    }

    func choiceChanges() -> AsyncStream<Void> { hub.listChanges(at: players.address) }

    /// The entry for a zone that could not be found.
    private func offlineEntry(_ error: SourceError) -> Entry {
        var moment = NowPlaying(date: .now, status: .unknown, freshness: .offline)
        if case .zoneMissing = error { moment.freshness = .missing }
        moment.problem = error.problem.map { EntryProblem(step: "source", message: $0, since: moment.date) }
        if let zone = players.zone { moment.zone = Subject(id: zone) }
        return moment.entry
    }

    /// The reason for which a zone is no longer followed.
    private enum End {
        /// Another zone was chosen.
        case chosen
        /// The zone is gone from its source; `wasLive` is true if it was there before.
        case lost(wasLive: Bool)
    }

    /// True if no particular zone is followed but the chosen or active one.
    private var followsSelection: Bool {
        get async {
            if players.zone == nil { return true }
            return (try? await hub.isActive(players.zone, at: players.address)) == true
        }
    }

    func follow(_ tell: @escaping @Sendable (EntryNews) -> Void) async {
        await withTaskGroup(of: Void.self) { group in
            if await followsSelection { group.addTask { await hub.watchSelection(at: players.address, rules: players.zoneRules) } }
            await followZones(tell)
            group.cancelAll()
        }
    }

    /// Follows the zone, and searches for it repeatedly while it cannot be found.
    private func followZones(_ tell: @escaping @Sendable (EntryNews) -> Void) async {
        var failures = 0
        var isMissing = false
        while !Task.isCancelled {
            isMissing = false
            do throws(SourceError) {
                // A missing zone may return with another id; then the source's own list is requested in place of the known one.
                let follower = try await hub.follower(
                    ofZone: players.zone, at: players.address, rules: players.zoneRules, asking: failures > 0 ? .always : .never)
                logger.debug("following a zone", metadata: ["zone": "\(follower.zone)", "source": "\(players.address)"])
                switch await follow(follower, tell) {
                case .chosen:
                    failures = 0
                    tell(.another)
                case .lost(let wasLive):
                    failures = wasLive ? 1 : failures + 1
                    isMissing = true
                }
            } catch {
                guard error != .cancelled, !Task.isCancelled else { return }
                if failures == 0 { logger.warning("\(error)") }
                failures += 1
                if case .zoneMissing = error { isMissing = true }
                tell(.frame(EntryFrame(offlineEntry(error))))
            }
            guard failures > 0 else { continue }
            // A missing zone may return at any moment, and all searches share one request.
            let delay = min(Backoff().delay(failures: failures, jitter: .random(in: 0...1)), isMissing ? Self.missingZonePause : .infinity)
            try? await Task.sleep(for: .seconds(delay))
        }
    }

    /// True while the followed zone has the name; names move to other zones when rooms are grouped or renamed.
    private func isStill(_ name: String, _ entry: Entry) -> Bool {
        guard entry.freshness == .live, let zone = entry.subject else { return true }
        return Zone(id: ZoneID(zone.id), name: zone.name).isMeant(by: name)
    }

    private func follow(_ follower: ZoneFollower, _ tell: @escaping @Sendable (EntryNews) -> Void) async -> End {
        let name = await followsSelection ? nil : players.zone
        let selection = name == nil ? try? await hub.selection(at: players.address) : nil
        // Another player soon replaces one that has exited; no line for the missing one is shown in between.
        let givesWay = selection?.address.isPlayer(follower.zone) == true
        return await withTaskGroup(of: End.self) { group in
            group.addTask {
                var wasLive = false
                for await entry in await follower.entries(through: players.zoneRules) {
                    if givesWay, entry.freshness == .missing { continue }
                    let frame = EntryFrame(
                        entry, pausedSince: await follower.pausedSince, isAnswer: await follower.hasAsked,
                        pictures: follower.pictures(hub.pictureReports))
                    tell(.frame(frame))
                    wasLive = wasLive || entry.freshness == .live
                    if let name, entry.freshness == .missing || !isStill(name, entry) { break }
                }
                return .lost(wasLive: wasLive)
            }
            if let selection {
                group.addTask {
                    var hadChoice = false
                    for await candidates in selection.allCandidates() {
                        let shown = candidates.zone(through: players.zoneRules, isChoiceIgnored: players.zone != nil)
                        // Without a choice, the next zone must be determined.
                        guard shown.map({ $0.id == follower.zone }) ?? !hadChoice else { break }
                        hadChoice = candidates.chosen != nil
                    }
                    return .chosen
                }
            }
            let end = await group.next() ?? .chosen
            group.cancelAll()
            return end
        }
    }
}

extension ZoneFollower {
    /// The source of the zone's covers.
    fileprivate nonisolated func pictures(_ reports: PictureReports) -> ZonePictures {
        ZonePictures(zone: zone, source: source, reports: reports)
    }
}

/// The covers of a zone, by key.
struct ZonePictures: EntryPictures {
    let zone: ZoneID
    let source: any PlaybackSource
    let reports: PictureReports

    func bytes(of picture: EntryPicture, side: Int) async throws -> [UInt8]? {
        do throws(SourceError) {
            return try await source.picture(of: Artwork(key: picture.key, location: picture.location), in: zone, side: side)
        } catch {
            let reason: String? =
                switch error {
                case .badPicture(let reason), .badAnswer(_, let reason): reason
                case .unreachable(let address, let reason) where address == picture.location: reason
                // A source that is away has no picture now, which is not the picture's fault.
                case .unreachable, .away, .badAddress, .zoneMissing, .overtaken, .refused, .locked, .noLibrary, .cancelled: nil
                }
            if let reason {
                reports.refuse(
                    picture.location ?? "the cover of zone '\(zone.rawValue)'", version: picture.key, reason,
                    standIn: "a placeholder stands in its place")
            }
            throw error
        }
    }
}
