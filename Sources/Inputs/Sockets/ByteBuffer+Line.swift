import NIOCore

extension ByteBuffer {
    /// Reads a line without its line end; nil if it is still incomplete.
    ///
    /// - Parameter maximum: The maximum length of the line in bytes.
    /// - Throws: ``SocketFailure/lineTooLong`` as soon as the line is longer than `maximum`.
    package mutating func readLine(maximum: Int) throws(SocketFailure) -> ByteBuffer? {
        let end = readableBytesView.firstIndex(of: UInt8(ascii: "\n"))
        guard (end ?? writerIndex) - readerIndex <= maximum else { throw .lineTooLong }
        guard let end else { return nil }
        let line = readSlice(length: end - readerIndex)
        moveReaderIndex(forwardBy: 1)
        return line
    }
}
