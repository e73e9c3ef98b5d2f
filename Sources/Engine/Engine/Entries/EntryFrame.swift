import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialFeeds
import SubdialTimeline

/// The known entries of a subject at a moment.
package struct EntryFrame: Sendable {
    /// The entries from now on.
    package var timeline: Timeline
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
}

extension EntryFrame {
    /// The picture that determines the colours of `entry`, if it is not redacted; nil if there is none.
    func cover(of entry: Entry) -> EntryPicture? {
        entry.disclosed.cover?.picture
    }
}
