/// Reads the entries of a tar file: of POSIX with its extended headers, and of GNU tar with its long names.
struct TarReader {
    private static let block = 512
    /// The maximum size of an extended header, in bytes.
    private static let maximumHeader = 1 << 16

    private let bytes: [UInt8]
    private let limits: ArchiveLimits

    init(_ bytes: [UInt8], _ limits: ArchiveLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// True if the first block is a header with a right checksum.
    static func isTar(_ bytes: [UInt8]) -> Bool { bytes.count >= block && Header(bytes[..<block]) != nil }

    func entries() throws(ArchiveError) -> [ArchiveEntry] {
        var entries: [ArchiveEntry] = []
        var (offset, total) = (0, 0)
        /// The path and the size in the extended headers before an entry.
        var (longName, longSize): (String?, Int?) = (nil, nil)
        while offset < bytes.count {
            guard bytes.count - offset >= Self.block else { throw .damaged("it ends within a header") }
            let block = bytes[offset..<(offset + Self.block)]
            if block.allSatisfy({ $0 == 0 }) { break }
            guard let header = Header(block) else { throw .damaged("a header has a wrong checksum") }
            offset += Self.block
            let size = header.isExtended ? header.size : longSize ?? header.size
            guard let size, size <= bytes.count - offset else { throw .damaged("it ends within a file") }
            let contents = bytes[offset..<(offset + size)]
            offset += min(bytes.count - offset, (size + Self.block - 1) / Self.block * Self.block)
            if header.isExtended {
                guard size <= Self.maximumHeader else { throw .damaged("an extended header is too long") }
                switch header.type {
                case UInt8(ascii: "L"): longName = try Self.text(contents)
                case UInt8(ascii: "x"):
                    let records = try Self.records(contents)
                    longName = records["path"] ?? longName
                    if let text = records["size"] {
                        guard let number = Int(text), number >= 0 else { throw .damaged("a size is no number") }
                        longSize = number
                    }
                default: break
                }
                continue
            }
            let name: String
            if let longName { name = longName } else { name = try Self.text(header.name) }
            (longName, longSize) = (nil, nil)
            if let obstacle = header.obstacle { throw .entry(name, obstacle) }
            total += size
            guard total <= limits.bytes else { throw .size(limits.bytes) }
            guard entries.count < limits.entries else { throw .count(limits.entries) }
            let entry = try ArchiveEntry(
                name, header.isFolder ? [] : Array(contents), isFolder: header.isFolder || name.hasSuffix("/"),
                isExecutable: header.isExecutable)
            if let entry { entries.append(entry) }
        }
        return entries
    }

    /// A text that ends before its first zero byte.
    private static func text(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> String {
        guard let text = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self) else {
            throw .damaged("the name of a file is no UTF-8")
        }
        return text
    }

    /// The records of an extended header: lines like `18 path=some/path`, whose length they begin with.
    private static func records(_ bytes: ArraySlice<UInt8>) throws(ArchiveError) -> [String: String] {
        var records: [String: String] = [:]
        var rest = bytes
        while !rest.isEmpty, rest.first != 0 {
            let digits = rest.prefix { $0 != UInt8(ascii: " ") }
            guard digits.count < 8, let length = Int(String(decoding: digits, as: UTF8.self)), length > digits.count + 1,
                length <= rest.count
            else { throw .damaged("an extended header has a wrong length") }
            let record = rest.prefix(length).dropFirst(digits.count + 1).dropLast()
            rest = rest.dropFirst(length)
            guard let equals = record.firstIndex(of: UInt8(ascii: "=")) else { throw .damaged("an extended header has no value") }
            let key = String(decoding: record[..<equals], as: UTF8.self)
            // Other records, such as times, may be of any bytes.
            if key == "path" || key == "size" { records[key] = try text(record[(equals + 1)...]) }
        }
        return records
    }

    /// The header of an entry.
    private struct Header {
        let name: ArraySlice<UInt8>
        /// The size of the contents in bytes; nil for one that is no number.
        let size: Int?
        let type: UInt8
        let isExecutable: Bool

        /// Nil for a wrong checksum.
        init?(_ block: ArraySlice<UInt8>) {
            let start = block.startIndex
            func field(_ offset: Int, _ count: Int) -> ArraySlice<UInt8> { block[(start + offset)..<(start + offset + count)] }
            // The checksum counts its own field as spaces.
            let sum = block.reduce(0) { $0 + Int($1) } - field(148, 8).reduce(0) { $0 + Int($1) } + 8 * 32
            guard Self.octal(field(148, 8)) == sum else { return nil }
            let prefix = field(257, 5).elementsEqual("ustar".utf8) && field(263, 2).elementsEqual("00".utf8) ? field(345, 155) : []
            let folder = prefix.prefix { $0 != 0 }
            let own = field(0, 100).prefix { $0 != 0 }
            name = folder.isEmpty ? own : ArraySlice(folder + [UInt8(ascii: "/")] + own)
            size = Self.octal(field(124, 12))
            type = block[start + 156]
            isExecutable = (Self.octal(field(100, 8)) ?? 0) & 0o100 != 0
        }

        /// True if the contents describe the next entry, or all of them.
        var isExtended: Bool { "xgLK".utf8.contains(type) }
        var isFolder: Bool { type == UInt8(ascii: "5") }

        /// The reason why the entry is refused; nil for a file or a folder.
        var obstacle: String? {
            switch type {
            case 0, UInt8(ascii: "0"), UInt8(ascii: "5"), UInt8(ascii: "7"): nil
            case UInt8(ascii: "1"), UInt8(ascii: "2"): "it is a link"
            case UInt8(ascii: "3"), UInt8(ascii: "4"): "it is a device"
            case UInt8(ascii: "6"): "it is a FIFO"
            default: "it is no regular file"
            }
        }

        /// A number of octal digits between spaces and zero bytes; nil for any other form.
        private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
            let digits = field.drop { $0 == 32 }.prefix { $0 != 32 && $0 != 0 }
            guard !digits.isEmpty else { return 0 }
            return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
        }
    }
}
