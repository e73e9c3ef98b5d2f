import SubdialBasics

/// Time and size limits for a Music Player Daemon.
package struct MPDLimits: Hashable, Sendable {
    /// The time limit for connecting, including the daemon's greeting.
    package var connectTimeout: Duration = .seconds(3)
    /// The time limit for a state query; daemons respond within milliseconds.
    package var stateTimeout: Duration = .seconds(3)
    /// The time limit for a control: a seek returns after the decoder has reached the position, which takes seconds in a stream.
    package var controlTimeout: Duration = .seconds(10)
    /// The time limit for each chunk of a cover.
    package var pictureTimeout: Duration = .seconds(10)
    /// The maximum length of a line in bytes, without its line end.
    package var maximumLine = 64 << 10
    /// The maximum size of a response in bytes.
    package var maximumAnswer = 1 << 20
    /// The maximum size of a cover in bytes.
    package var maximumPicture = PictureLimit.bytes
    /// The chunk size in bytes requested for covers; daemons that do not support `binarylimit` send 8 KiB.
    package var pictureChunk = 256 << 10
    /// The least time from a reading to the next: skipping through a list brings a swarm of changes.
    package var gathering: Duration = .milliseconds(50)
    /// The time for which an idle connection for commands stays open; daemons close theirs after 60 s.
    package var lingering: Duration = .seconds(20)
    /// The delay before a lost connection is reopened: the first, and the maximum after repeated failures.
    package var reconnecting: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// The time between two readings of a daemon that plays and reports no change: one that hangs reports nothing either.
    package var checkInterval: Duration = .seconds(10)
    /// The maximum number of queries for the format of a song that has begun, and the time before each.
    package var formatQueries = 5
    /// See ``formatQueries``.
    package var formatPause: Duration = .milliseconds(200)
    /// The maximum number of upcoming tracks in a reading.
    package var queueLength = 10

    /// Makes limits that suit a daemon on a home network.
    package init() {}

    /// The limits with the time in which the user lets the daemon answer; nil for no change.
    func answering(within seconds: Int?) -> MPDLimits {
        guard let seconds else { return self }
        var limits = self
        let time = Duration.seconds(seconds)
        (limits.connectTimeout, limits.stateTimeout) = (time, time)
        // A timeout that is shorter than a control takes would report controls as failed that succeed.
        limits.controlTimeout = max(time, limits.controlTimeout)
        limits.pictureTimeout = max(time, limits.pictureTimeout)
        return limits
    }
}
