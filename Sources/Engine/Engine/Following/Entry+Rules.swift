import SubdialExpressions
import SubdialPlayback
import SubdialTimeline

extension Entry {
    /// The entry as the user's rules permit: of a locked zone only its name, and titles without what they strip.
    func seen(through rules: ZoneRules) -> Entry {
        guard let subject, rules.locks(Zone(id: ZoneID(subject.id), name: subject.name)) else { return titled(by: rules.titles) }
        var entry = self
        entry.subject?.isLocked = true
        return entry.disclosed
    }

    private func titled(by rules: TitleRules) -> Entry {
        guard !rules.isEmpty, var moment = nowPlaying else { return self }
        if let track = moment.track {
            let shown = track.titled(by: rules)
            // The whole title is that of the player's metadata, which a source other than a player does not have.
            if shown != track, moment.metadata["xesam:title"] == nil { moment.metadata["xesam:title"] = .string(track.title) }
            moment.track = shown
        }
        moment.queue = moment.queue.map { NowPlaying.QueuedTrack($0.track.titled(by: rules), artwork: $0.artwork) }
        return moment.entry
    }
}

extension Track {
    fileprivate func titled(by rules: TitleRules) -> Track {
        var track = self
        track.title = rules.title(title)
        return track
    }
}
