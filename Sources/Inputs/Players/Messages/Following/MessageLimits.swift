/// The limits of a message source.
package struct MessageLimits: Hashable, Sendable {
    /// The maximum length of a line in bytes, without its line end.
    package var maximumLine = 64 << 10
    /// The number of bytes at the end of a regular file that are read.
    ///
    /// The source skips the bytes before them when it opens the file, and when the file has grown by more than this at once.
    package var backlog = 8 << 20
    /// The number of bytes before the backlog whose line ends are counted; in a longer file, log messages give a line's byte offset.
    package var countedHistory = 64 << 20
    /// The maximum number of bytes read from a FIFO or standard input before pending requests are completed.
    package var round = 1 << 20
    /// The maximum number of zones of a source; a further one replaces the zone whose last message is oldest.
    package var maximumZones = 256
    /// The sender's name in controls.
    package var controller = "subdial"

    /// Makes limits that suit files on this machine.
    package init() {}
}
