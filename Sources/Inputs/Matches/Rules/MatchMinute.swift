import SubdialBasics

/// A minute of a match as on scoreboards: counted from 1, and in stoppage time the last minute of the period with the minutes beyond it.
package struct MatchMinute: Hashable, Sendable, CustomStringConvertible {
    /// The minute within normal time or extra time, from 1.
    private var regular: Int
    /// The minute of stoppage time, from 1; nil before.
    private var stoppage: Int?

    /// Makes the minute of a time in a period.
    ///
    /// - Parameter elapsed: The seconds into the period; negative values are replaced by 0.
    package init(_ elapsed: Double, in period: Int, of settings: MatchSettings) {
        let length = settings.length(of: period)
        let offset = settings.offset(of: period)
        // A limit of a hundred days, far beyond any match.
        let elapsed = min(max(0, elapsed), 8_640_000)
        guard elapsed >= length else {
            regular = Int(saturating: ((offset + elapsed) / 60).rounded(.down)) + 1
            return
        }
        regular = Int(saturating: ((offset + length) / 60).rounded(.up))
        stoppage = Int(saturating: ((elapsed - length) / 60).rounded(.down)) + 1
    }

    /// `67`, `45+2`.
    package var description: String { stoppage.map { "\(regular)+\($0)" } ?? "\(regular)" }
}
