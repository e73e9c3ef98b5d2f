import FoundationEssentials

/// The seconds that a text has scrolled in a marquee: from zero for each subject, and only while it scrolls.
struct MarqueeClock: Hashable, Sendable {
    private var key: [String] = []
    /// The date from which the seconds count; nil while they stand still.
    private(set) var started: Date?
    private var frozen = 0.0

    mutating func follow(_ subject: some LineSubject, at now: Date) {
        let key = subject.marqueeKey
        if key != self.key {
            frozen = 0
            started = nil
            self.key = key
        }
        if subject.isMoving, started == nil {
            started = now.addingTimeInterval(-frozen)
        } else if !subject.isMoving, started != nil {
            frozen = seconds(at: now)
            started = nil
        }
    }

    func seconds(at now: Date) -> Double {
        started.map { max(0, now.timeIntervalSince($0)) } ?? frozen
    }
}
