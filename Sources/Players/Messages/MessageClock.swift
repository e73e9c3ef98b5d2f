import FoundationEssentials

/// The clock by which messages are dated: the wall clock, as senders on other machines have no other in common.
enum MessageClock {
    /// The present.
    static var now: Date { Date() }
}
