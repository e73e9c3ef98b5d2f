import SubdialSystem

extension InputFile {
    /// The bytes of the picture at `path`; nil if it is no regular file, cannot be read, is empty, or has too many bytes.
    package static func picture(at path: String, limit: Int = ImageLimits.standard.maxBytes) -> [UInt8]? {
        guard let bytes = try? bytes(at: path, limit: limit, accepting: .regular), !bytes.isEmpty else { return nil }
        return bytes
    }
}
