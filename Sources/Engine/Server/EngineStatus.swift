import EngineWire

/// What a running engine does for whom.
public struct EngineStatus: Codable, Equatable, Sendable {
    /// One front that the engine answers.
    public struct Front: Codable, Equatable, Sendable {
        /// The arguments that the front was started with.
        public var arguments: [String]
        /// The folder that it was started in.
        public var workingFolder: String
        /// Its process number.
        public var processID: Int32
        /// For how long it has been attached, in seconds.
        public var attachedSeconds: Double
    }

    /// The engine's version.
    public var version = SubdialVersion.current
    /// The engine's process number.
    public var processID: Int32
    /// For how long the engine has been running, in seconds.
    public var uptimeSeconds: Double
    /// The fronts that are attached, the first comer first; one that only asks about the engine is not among them.
    public var fronts: [Front]
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
