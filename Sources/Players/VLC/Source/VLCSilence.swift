import FoundationEssentials
import Playback

/// That this program has silenced VLC, which knows no silence but a volume of 0.
struct VLCSilence: Hashable, Sendable {
    /// VLC's number for the volume before.
    var volume: Int
    /// When VLC was asked to be silent.
    var date: Date

    /// Whether a volume that was told at `now` means that someone else has turned it up.
    ///
    /// The sound server may take a moment, in which VLC still tells the volume before.
    func isEnded(by told: Int, at now: Date) -> Bool {
        told > 0 && (told != volume || now.timeIntervalSince(date) > PlaybackState.settlingTime)
    }
}
