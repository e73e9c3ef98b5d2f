import FoundationEssentials
import SubdialTimeline

/// The time that an ended activity stays on the lock screen.
public enum ActivityDismissalPolicy: Hashable, Sendable, Codable {
    /// The maximum of four hours.
    case `default`
    /// Dismissed immediately.
    case immediate
    /// Until that date, but for no more than four hours.
    case after(Date)

    /// The dismissal date of an activity that ended at `end`.
    public func date(endedAt end: Date) -> Date {
        let latest = end.addingTimeInterval(Activity.lingerLimit)
        return switch self {
        case .default: latest
        case .immediate: end
        case .after(let date): max(end, min(date, latest))
        }
    }
}
