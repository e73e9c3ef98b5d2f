import FoundationEssentials
import Timeline

/// How long an activity that has ended stays on the lock screen.
public enum ActivityDismissalPolicy: Hashable, Sendable, Codable {
    /// As long as it may: four hours.
    case `default`
    /// Not at all.
    case immediate
    /// Until that moment, but no longer than four hours.
    case after(Date)

    /// When an activity that ended at `end` goes.
    public func date(endedAt end: Date) -> Date {
        let latest = end.addingTimeInterval(Activity.lingerLimit)
        return switch self {
        case .default: latest
        case .immediate: end
        case .after(let date): max(end, min(date, latest))
        }
    }
}
