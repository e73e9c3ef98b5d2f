/// Parses frames from bytes that arrive in pieces of any size.
package struct FrameParser: Sendable {
    private let sender: WireSide
    private var buffer: [UInt8] = []
    /// The offset of the next frame in the buffer.
    private var start = 0

    /// Makes a parser of the frames that `sender` sends.
    package init(from sender: WireSide) {
        self.sender = sender
    }

    /// Appends received bytes.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        forgetUsed()
        buffer.append(contentsOf: bytes)
    }

    /// Appends received bytes.
    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// The next complete frame; nil if more bytes are necessary.
    ///
    /// An invalid frame is reported as soon as its first wrong byte has arrived; the bytes after it cannot be parsed.
    ///
    /// - Throws: any ``WireError``.
    package mutating func next() throws(WireError) -> WireFrame? {
        let available = buffer.count - start
        guard available > 0 else { return nil }
        guard let kind = WireFrame.Kind(rawValue: buffer[start]) else { throw .unknownFrame(kind: buffer[start]) }
        guard kind.sender == sender else { throw .unexpectedFrame(kind) }
        guard available >= WireFrame.headerLength else { return nil }

        let payloadStart = start + WireFrame.headerLength
        var length = 0
        for index in (start + 1)..<payloadStart {
            length = length << 8 | Int(buffer[index])
        }
        guard length <= WireFrame.maximumPayload else { throw .frameTooLong(length: length, limit: WireFrame.maximumPayload) }
        guard available >= WireFrame.headerLength + length else { return nil }

        start = payloadStart + length
        return try WireFrame(kind: kind, payload: Array(buffer[payloadStart..<start]))
    }

    private mutating func forgetUsed() {
        guard start > 0 else { return }
        buffer.removeFirst(start)
        start = 0
    }
}
