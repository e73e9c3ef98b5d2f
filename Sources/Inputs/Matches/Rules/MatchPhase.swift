/// The phase of a match.
package enum MatchPhase: String, Hashable, Sendable, Codable, CaseIterable {
    /// The match has not started.
    case scheduled
    /// A period is being played.
    case playing
    /// A period is being played, and the referee has paused the clock.
    case paused
    /// A period has ended, and the next has not started.
    case interval
    /// Kicks from the penalty mark are being taken.
    case shootout
    case ended
}
