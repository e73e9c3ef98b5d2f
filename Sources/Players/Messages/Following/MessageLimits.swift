/// The bounds of what a message source reads and keeps.
public struct MessageLimits: Hashable, Sendable {
    /// Bytes of one line, without its end.
    public var maximumLine = 64 << 10
    /// Bytes at the end of a regular file that are read.
    ///
    /// The source passes over what stands before them when it opens the file, and when the file has grown by more than this at once.
    public var backlog = 8 << 20
    /// Bytes before the backlog of which the line ends are counted; in a longer file a line is named by its byte.
    public var countedHistory = 64 << 20
    /// Bytes that are read from a FIFO or standard input in one go, however much its writers write, before questions are answered.
    public var round = 1 << 20
    /// Zones of one source; a further one displaces the zone that was silent for longest.
    public var maximumZones = 256
    /// What this program calls itself as the sender of controls.
    public var controller = "subdial"

    /// The limits that suit files on this machine.
    public init() {}
}
