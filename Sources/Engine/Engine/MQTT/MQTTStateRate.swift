import SubdialBasics

/// The limit of the states of a device: at most one in a number of seconds.
struct MQTTStateRate: Sendable {
    private let every: Double
    private var last = SteadyDate.distantPast

    /// - Parameter every: The least number of seconds between two states.
    init(every: Double) { self.every = every }

    /// The seconds after which the next state may be published; nil if it may be now.
    func wait(at now: SteadyDate) -> Double? {
        let wait = every - (now - last)
        return wait > 0 ? wait : nil
    }

    /// Counts a state.
    mutating func published(at now: SteadyDate) { last = now }
}
