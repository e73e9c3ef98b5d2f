import FoundationEssentials
import SubdialPlayback

/// A record that Subdial muted VLC, whose only form of muting is a volume of 0.
struct VLCSilence: Hashable, Sendable {
    /// The raw VLC volume before.
    var volume: Int
    /// The time at which the mute was sent.
    var date: Date

    /// True if a volume reported at `now` means that another program has unmuted VLC.
    ///
    /// The sound server may need a moment, during which VLC still reports the previous volume.
    func isEnded(by told: Int, at now: Date) -> Bool {
        told > 0 && (told != volume || now.timeIntervalSince(date) > PlaybackState.settlingTime)
    }
}
