/// Finds frames in bytes that come in pieces of any size.
public struct FrameParser: Sendable {
    private let sender: WireSide
    private var buffer: [UInt8] = []
    /// Where in the buffer the next frame begins.
    private var start = 0

    /// A parser of what `sender` sends.
    public init(from sender: WireSide) {
        self.sender = sender
    }

    /// Takes in bytes as they came.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        forgetUsed()
        buffer.append(contentsOf: bytes)
    }

    /// Takes in bytes as they came.
    public mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// The next frame that is complete, nil until more bytes have come.
    ///
    /// A bad frame is told as soon as its first wrong byte is there; the bytes after it mean nothing any more.
    ///
    /// - Throws: any ``WireError``.
    public mutating func next() throws(WireError) -> WireFrame? {
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
