import SubdialCDeflate

/// Reads the entries of a zip file by its central directory: stored files, and those compressed by deflate.
struct ZipReader {
    private static let (endSignature, entrySignature, localSignature): (UInt32, UInt32, UInt32) = (0x0605_4B50, 0x0201_4B50, 0x0403_4B50)
    private static let (endSize, entrySize, localSize) = (22, 46, 30)

    private let bytes: [UInt8]
    private let limits: ArchiveLimits

    init(_ bytes: [UInt8], _ limits: ArchiveLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    func entries() throws(ArchiveError) -> [ArchiveEntry] {
        let end = try endRecord()
        let count = Int(bytes.little16(at: end + 10))
        guard count <= limits.entries else { throw .count(limits.entries) }
        var offset = Int(bytes.little32(at: end + 16))
        var entries: [ArchiveEntry] = []
        var (total, packed) = (0, 0)
        for _ in 0..<count {
            guard offset <= end - Self.entrySize, bytes.little32(at: offset) == Self.entrySignature else {
                throw .damaged("its directory is incomplete")
            }
            let record = Record(bytes, at: offset)
            offset += Self.entrySize + record.lengths
            guard offset <= end else { throw .damaged("its directory is incomplete") }
            guard let name = String(validating: bytes[record.name], as: UTF8.self) else { throw .damaged("the name of a file is no UTF-8") }
            if let obstacle = record.obstacle { throw .entry(name, obstacle) }
            total += record.size
            packed += record.packedSize
            guard total <= limits.bytes else { throw .size(limits.bytes) }
            // Files that share their data would be many times as large as the archive.
            guard packed <= bytes.count else { throw .damaged("its files overlap") }
            let isFolder = name.hasSuffix("/")
            let contents = isFolder ? [] : try contents(of: record, name)
            if let entry = try ArchiveEntry(name, contents, isFolder: isFolder, isExecutable: record.isExecutable) { entries.append(entry) }
        }
        return entries
    }

    /// The offset of the record at the end, before which a comment of up to 64 KiB may stand.
    private func endRecord() throws(ArchiveError) -> Int {
        var offset = bytes.count - Self.endSize
        let first = max(0, offset - Int(UInt16.max))
        while offset >= first {
            if bytes.little32(at: offset) == Self.endSignature, offset + Self.endSize + Int(bytes.little16(at: offset + 20)) == bytes.count
            {
                return offset
            }
            offset -= 1
        }
        throw .damaged("it ends too early")
    }

    private func contents(of record: Record, _ name: String) throws(ArchiveError) -> [UInt8] {
        let start = record.offset
        guard start <= bytes.count - Self.localSize, bytes.little32(at: start) == Self.localSignature else {
            throw .damaged("'\(name)' has no header")
        }
        let nameStart = start + Self.localSize
        let dataStart = nameStart + Int(bytes.little16(at: start + 26)) + Int(bytes.little16(at: start + 28))
        guard dataStart <= bytes.count, record.packedSize <= bytes.count - dataStart else { throw .damaged("'\(name)' is incomplete") }
        guard bytes[nameStart..<(nameStart + Int(bytes.little16(at: start + 26)))] == bytes[record.name] else {
            throw .entry(name, "it has two names")
        }
        let data = bytes[dataStart..<(dataStart + record.packedSize)]
        let contents: [UInt8]
        switch record.method {
        case 0:
            guard record.size == record.packedSize else { throw .damaged("'\(name)' has two sizes") }
            contents = Array(data)
        case 8: contents = try Inflater.inflated(data, count: record.size)
        default: throw .entry(name, "it is compressed by a method that is not known here; deflate is")
        }
        guard libdeflate_crc32(0, contents, contents.count) == record.checksum else { throw .damaged("'\(name)' has a wrong checksum") }
        return contents
    }

    /// An entry of the central directory.
    private struct Record {
        let flags: UInt16
        let method: UInt16
        let checksum: UInt32
        let packedSize: Int
        let size: Int
        let name: Range<Int>
        /// The number of bytes behind the record: the name, extra fields and a comment.
        let lengths: Int
        /// The offset of the file's header.
        let offset: Int
        /// The type and the permissions of a file from a Unix; 0 from other systems.
        let mode: UInt32

        /// - Parameter offset: The offset of a whole record; its name is within the bytes if its lengths are.
        init(_ bytes: [UInt8], at offset: Int) {
            flags = bytes.little16(at: offset + 8)
            method = bytes.little16(at: offset + 10)
            checksum = bytes.little32(at: offset + 16)
            packedSize = Int(bytes.little32(at: offset + 20))
            size = Int(bytes.little32(at: offset + 24))
            let nameLength = Int(bytes.little16(at: offset + 28))
            name = (offset + ZipReader.entrySize)..<(offset + ZipReader.entrySize + nameLength)
            lengths = nameLength + Int(bytes.little16(at: offset + 30)) + Int(bytes.little16(at: offset + 32))
            self.offset = Int(bytes.little32(at: offset + 42))
            let isUnix = bytes.little16(at: offset + 4) >> 8 == 3
            mode = isUnix ? bytes.little32(at: offset + 38) >> 16 : 0
        }

        var isExecutable: Bool { mode & 0o100 != 0 }

        /// The reason why the entry is refused; nil for a file or a folder.
        var obstacle: String? {
            if flags & 1 != 0 { return "it is encrypted" }
            if packedSize == UInt32.max || size == UInt32.max || offset == UInt32.max { return "it is larger than 4 GiB" }
            switch mode & 0o170000 {
            case 0, 0o100000, 0o040000: return nil
            case 0o120000: return "it is a link"
            case 0o010000: return "it is a FIFO"
            default: return "it is a device"
            }
        }
    }
}

extension [UInt8] {
    /// The number of two bytes, the least significant first; 0 outside of the array.
    fileprivate func little16(at offset: Int) -> UInt16 {
        guard offset >= 0, offset + 2 <= count else { return 0 }
        return UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    /// The number of four bytes, the least significant first; 0 outside of the array.
    fileprivate func little32(at offset: Int) -> UInt32 { UInt32(little16(at: offset)) | UInt32(little16(at: offset + 2)) << 16 }
}
