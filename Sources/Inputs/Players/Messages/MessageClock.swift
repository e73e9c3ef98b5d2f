import FoundationEssentials

/// The clock of the messages' timestamps: the wall clock, since senders on other machines share no other one.
enum MessageClock {
    /// The current time.
    static var now: Date { Date() }
}
