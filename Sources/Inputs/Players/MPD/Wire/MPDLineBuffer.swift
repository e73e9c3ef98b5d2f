/// A buffer of received bytes, from which lines or a number of bytes are taken.
struct MPDLineBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// The offset up to which there is no line end, so that a long line is searched only once.
    private var searched = 0
    let maximumLine: Int

    init(maximumLine: Int) {
        self.maximumLine = maximumLine
    }

    var count: Int { bytes.count - start }

    mutating func append(_ more: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Takes out the next line without its line end; returns nil if it is still incomplete.
    ///
    /// - Throws: ``MPDError/tooLarge(_:)`` as soon as the line is longer than `maximumLine`.
    mutating func nextLine() throws(MPDError) -> [UInt8]? {
        guard let end = bytes[searched...].firstIndex(of: 0x0A) else {
            searched = bytes.count
            guard count <= maximumLine else { throw .tooLarge("a line of the answer") }
            return nil
        }
        guard end - start <= maximumLine else { throw .tooLarge("a line of the answer") }
        let line = Array(bytes[start..<end])
        start = end + 1
        searched = start
        return line
    }

    /// Takes out up to `maximum` bytes.
    mutating func take(upTo maximum: Int) -> ArraySlice<UInt8> {
        let end = min(start + maximum, bytes.count)
        defer {
            start = end
            searched = max(searched, end)
        }
        return bytes[start..<end]
    }
}
