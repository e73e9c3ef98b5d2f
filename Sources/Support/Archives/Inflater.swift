import SubdialCDeflate

/// Decompresses with libdeflate, into memory of a known size.
enum Inflater {
    /// The contents of a gzip file, also of several parts.
    ///
    /// - Parameter limit: The maximum size of the contents, in bytes.
    static func gunzipped(_ bytes: [UInt8], limit: Int) throws(ArchiveError) -> [UInt8] {
        var contents: [UInt8] = []
        var offset = 0
        while offset < bytes.count {
            let part = try inflated(bytes[offset...], atMost: limit - contents.count) { decompressor, input, output, used, made in
                libdeflate_gzip_decompress_ex(decompressor, input.baseAddress, input.count, output.baseAddress, output.count, &used, &made)
            }
            guard part.used > 0 else { throw .damaged("its compressed data are wrong") }
            guard part.isWhole else { throw .size(limit) }
            contents += part.bytes
            offset += part.used
            // Bytes of zero may follow, as tapes have them.
            if bytes[offset...].allSatisfy({ $0 == 0 }) { break }
        }
        return contents
    }

    /// The contents of a compressed file of a zip file, whose size the archive tells.
    static func inflated(_ bytes: ArraySlice<UInt8>, count: Int) throws(ArchiveError) -> [UInt8] {
        let part = try inflated(bytes, atMost: count) { decompressor, input, output, used, made in
            libdeflate_deflate_decompress_ex(decompressor, input.baseAddress, input.count, output.baseAddress, output.count, &used, &made)
        }
        guard part.isWhole, part.bytes.count == count, part.used == bytes.count else { throw .damaged("a file has another size") }
        return part.bytes
    }

    private typealias Decompress = (
        OpaquePointer, UnsafeRawBufferPointer, UnsafeMutableBufferPointer<UInt8>, inout Int, inout Int
    ) -> libdeflate_result

    /// The decompressed bytes, the number of bytes that were read, and whether there was room for all of them.
    private static func inflated(
        _ bytes: ArraySlice<UInt8>, atMost limit: Int, _ decompress: Decompress
    ) throws(ArchiveError) -> (bytes: [UInt8], used: Int, isWhole: Bool) {
        guard let decompressor = libdeflate_alloc_decompressor() else { throw .damaged("there is no memory to decompress it") }
        defer { libdeflate_free_decompressor(decompressor) }
        var (used, result) = (0, LIBDEFLATE_BAD_DATA)
        // Memory that is not written to takes no room.
        let contents = [UInt8](unsafeUninitializedCapacity: max(1, limit)) { buffer, count in
            var made = 0
            result = bytes.withUnsafeBytes {
                decompress(decompressor, $0, UnsafeMutableBufferPointer(rebasing: buffer[..<max(0, limit)]), &used, &made)
            }
            count = result == LIBDEFLATE_SUCCESS ? made : 0
        }
        switch result {
        case LIBDEFLATE_SUCCESS: return (contents, used, true)
        case LIBDEFLATE_INSUFFICIENT_SPACE: return ([], bytes.count, false)
        default: throw .damaged("its compressed data are wrong")
        }
    }
}
