/// How much messages may be.
public struct MessageLimits: Hashable, Sendable {
    /// Bytes of one line, without its end.
    public var maximumLine = 64 << 10
    /// Bytes at the end of a file that are read when it is opened; what stands before them is history, and only its lines are counted.
    public var backlog = 8 << 20
    /// How many zones one file may be about.
    public var maximumZones = 64
    /// How many seconds a timestamp may lie in the future: clocks differ.
    public var maximumLead = 60.0
    /// What this program calls itself as the sender of controls.
    public var controller = "subdial"

    /// The limits that suit files on this machine.
    public init() {}
}
