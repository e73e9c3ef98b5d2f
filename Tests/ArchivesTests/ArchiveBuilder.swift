import SubdialCDeflate

/// A tar file of headers and contents that a test chooses.
struct TarBuilder {
    private(set) var bytes: [UInt8] = []

    /// Adds an entry; a wrong checksum or size can be forced.
    mutating func add(
        _ name: String, _ contents: String = "", type: Character = "0", mode: Int = 0o644, link: String = "", size: Int? = nil,
        prefix: String = "", checksum: Int? = nil
    ) {
        var header = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, _ offset: Int) { for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte } }
        func octal(_ number: Int, _ count: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        put(String(name.prefix(100)), 0)
        put(octal(mode, 7), 100)
        put(octal(size ?? contents.utf8.count, 11), 124)
        put(String(type), 156)
        put(link, 157)
        put("ustar\0" + "00", 257)
        put(prefix, 345)
        put("        ", 148)
        put(octal(checksum ?? header.reduce(0) { $0 + Int($1) }, 6) + "\0", 148)
        bytes += header + Array(contents.utf8)
        bytes += [UInt8](repeating: 0, count: (512 - contents.utf8.count % 512) % 512)
    }

    /// The file with its two blocks of zeros.
    var whole: [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }
}

/// A zip file of entries that a test chooses.
struct ZipBuilder {
    private var locals: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    /// Adds an entry; what the directory says can differ from what the file says.
    mutating func add(
        _ name: String, _ contents: [UInt8], isCompressed: Bool = true, mode: UInt32 = 0o100644, flags: UInt16 = 0, method: UInt16? = nil,
        localName: String? = nil, size: Int? = nil, checksum: UInt32? = nil, offset: Int? = nil
    ) {
        let data = isCompressed ? deflated(contents) : contents
        let method = method ?? (isCompressed ? 8 : 0)
        let sum = checksum ?? libdeflate_crc32(0, contents, contents.count)
        let start = offset ?? locals.count
        let common =
            little(flags, 2) + little(method, 2) + little(0, 4) + little(sum, 4) + little(data.count, 4) + little(size ?? contents.count, 4)
        let local = Array((localName ?? name).utf8)
        locals += little(0x0403_4B50, 4) + little(20, 2) + common + little(local.count, 2) + little(0, 2) + local + data
        directory +=
            little(0x0201_4B50, 4) + little(0x0314, 2) + little(20, 2) + common + little(name.utf8.count, 2) + little(0, 2) + little(0, 2)
            + little(0, 2) + little(0, 2) + little(mode << 16, 4) + little(start, 4) + Array(name.utf8)
        count += 1
    }

    /// The file, with another number of entries in its directory if a test wants so.
    func whole(count wrong: Int? = nil, comment: String = "") -> [UInt8] {
        let number = wrong ?? count
        return locals + directory + little(0x0605_4B50, 4) + little(0, 4) + little(number, 2) + little(number, 2)
            + little(directory.count, 4) + little(locals.count, 4) + little(comment.utf8.count, 2) + Array(comment.utf8)
    }

    private func little(_ number: some BinaryInteger, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: Int(number) >> ($0 * 8)) }
    }
}

/// Bytes compressed by deflate, without a frame.
func deflated(_ bytes: [UInt8]) -> [UInt8] { compressed(bytes, libdeflate_deflate_compress_bound, libdeflate_deflate_compress) }

/// Bytes as a gzip file.
func gzipped(_ bytes: [UInt8]) -> [UInt8] { compressed(bytes, libdeflate_gzip_compress_bound, libdeflate_gzip_compress) }

private func compressed(
    _ bytes: [UInt8], _ bound: (OpaquePointer?, Int) -> Int,
    _ compress: (OpaquePointer, UnsafeRawPointer, Int, UnsafeMutableRawPointer, Int) -> Int
) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(6) else { return [] }
    defer { libdeflate_free_compressor(compressor) }
    return [UInt8](unsafeUninitializedCapacity: bound(compressor, bytes.count)) { buffer, count in
        guard let output = buffer.baseAddress else { return }
        count = (bytes + [0]).withUnsafeBytes { $0.baseAddress.map { compress(compressor, $0, bytes.count, output, buffer.count) } ?? 0 }
    }
}
