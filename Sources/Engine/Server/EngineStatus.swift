import EngineWire

/// The status of a running engine.
public struct EngineStatus: Codable, Equatable, Sendable {
    /// A front that the engine answers.
    public struct Front: Codable, Equatable, Sendable {
        /// The arguments of the front.
        public var arguments: [String]
        /// The working folder of the front.
        public var workingFolder: String
        /// The process id of the front.
        public var processID: Int32
        /// The time since it attached, in seconds.
        public var attachedSeconds: Double
    }

    /// The engine's version.
    public var version = SubdialVersion.current
    /// The engine's process id.
    public var processID: Int32
    /// The time since the engine started, in seconds.
    public var uptimeSeconds: Double
    /// The attached fronts, oldest first, without those that only query the engine itself.
    public var fronts: [Front]
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
