import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialFeeds
import SubdialTimeline

/// The known entries of a subject at a moment.
package struct EntryFrame: Sendable {
    /// The entries from now on.
    package var timeline: Timeline
    /// The time since when the playback is paused and left alone; nil if it is not paused.
    var pausedSince: SteadyDate?
    /// True after the source has answered or failed.
    package var isAnswer: Bool
    /// The source of the entries' pictures; nil if they are only files.
    package var pictures: (any EntryPictures)?
    /// The clocks when the entries were made: their dates are those of this wall clock, even if it is set afterwards.
    package let clock = ClockPair.now

    /// Makes a frame.
    package init(_ timeline: Timeline, isAnswer: Bool = true, pictures: (any EntryPictures)? = nil) {
        self.timeline = timeline
        self.isAnswer = isAnswer
        self.pictures = pictures
    }

    /// Makes a frame of one entry.
    package init(_ entry: Entry, isAnswer: Bool = true, pictures: (any EntryPictures)? = nil) {
        self.init(Timeline(entries: [entry], policy: .never), isAnswer: isAnswer, pictures: pictures)
    }

    /// Makes a frame of a zone's entries.
    init(_ timeline: Timeline, pausedSince: SteadyDate?, isAnswer: Bool = true, pictures: any EntryPictures) {
        self.init(timeline, isAnswer: isAnswer, pictures: pictures)
        self.pausedSince = pausedSince
    }

    /// Makes a frame of a zone's entry.
    init(_ entry: Entry, pausedSince: SteadyDate?, isAnswer: Bool, pictures: any EntryPictures) {
        self.init(Timeline(entries: [entry], policy: .never), pausedSince: pausedSince, isAnswer: isAnswer, pictures: pictures)
    }
}

extension EntryFrame {
    /// The frame in which a track that is paused for a number of seconds counts as stopped from then on.
    ///
    /// - Parameter patience: The number of seconds; nil for the frame as it is.
    func hidingPauses(after patience: Double?) -> EntryFrame {
        guard let patience, let pausedSince else { return self }
        let end = clock.date(pausedSince + patience)
        var frame = self
        frame.timeline = Timeline(
            entries: timeline.entries.flatMap { entry -> [Entry] in
                guard var moment = entry.nowPlaying, moment.status == .paused else { return [entry] }
                moment.status = .stopped
                moment.date = max(end, entry.date)
                return end <= entry.date ? [moment.entry] : [entry, moment.entry]
            }, policy: timeline.policy)
        return frame
    }
}

extension EntryFrame {
    /// The picture that determines the colours of `entry`, if it is not redacted; nil if there is none.
    func cover(of entry: Entry) -> EntryPicture? {
        entry.disclosed.cover?.picture
    }
}
