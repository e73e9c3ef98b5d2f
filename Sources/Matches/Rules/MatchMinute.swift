import Numbers

/// A minute of a match as scoreboards tell it: counted from 1, and in stoppage the period's last with what is beyond it.
public struct MatchMinute: Hashable, Sendable, CustomStringConvertible {
    /// The minute within normal time or extra time, from 1.
    public var regular: Int
    /// The minute of stoppage, from 1; nil before.
    public var stoppage: Int?

    /// The minute of a moment in a period.
    ///
    /// - Parameter elapsed: Seconds into the period; what is below 0 counts as 0.
    public init(_ elapsed: Double, in period: Int, of settings: MatchSettings) {
        let length = settings.length(of: period)
        let offset = settings.offset(of: period)
        // No match takes a hundred days.
        let elapsed = min(max(0, elapsed), 8_640_000)
        guard elapsed >= length else {
            regular = Int(saturating: ((offset + elapsed) / 60).rounded(.down)) + 1
            return
        }
        regular = Int(saturating: ((offset + length) / 60).rounded(.up))
        stoppage = Int(saturating: ((elapsed - length) / 60).rounded(.down)) + 1
    }

    /// `67`, `45+2`.
    public var description: String { stoppage.map { "\(regular)+\($0)" } ?? "\(regular)" }
}
