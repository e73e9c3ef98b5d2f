/// The phase of a match.
public enum MatchPhase: String, Hashable, Sendable, Codable, CaseIterable {
    /// It has not begun.
    case scheduled
    /// A period is played.
    case playing
    /// A period is played, and the referee has halted the clock.
    case paused
    /// A period is over, and the next has not begun.
    case interval
    /// Kicks from the penalty mark are taken.
    case shootout
    case ended
}
