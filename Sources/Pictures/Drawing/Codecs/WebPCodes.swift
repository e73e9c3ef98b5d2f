/// The prefix codes of a lossless WebP, for which libwebp allocates memory before it decodes a pixel.
///
/// A picture of 300 kB can have 65,536 groups of codes, which take a gigabyte; encoders write 2600 at most. Which groups there are is part of
/// the data. So the data are read up to there, as RFC 9649 describes them: the transforms, and the picture that assigns groups to areas.
struct WebPCodes {
    /// Data that no decoder accepts.
    private enum Damage: Error {
        case invalid
        case ended
    }

    /// The bytes that libwebp allocates for a group at most: tables of five codes with the largest cache of colours, and its structure.
    private static let bytesPerGroup = 5004 * 4 + 640
    /// The number of groups that are always accepted, as encoders write them.
    private static let usualGroups = 2600

    private var bits: WebPBits

    /// Returns the memory in bytes for the codes of a WebP file with such a size.
    ///
    /// - Parameter start: The offset of the first chunk.
    /// - Throws: ``ImageError/corrupt(_:_:)`` or ``ImageError/truncated(_:)`` if the data up to the codes are damaged.
    static func memory(of bytes: [UInt8], from start: Int, width: Int, height: Int) throws(ImageError) -> Int {
        let areas = (width + 3) / 4 * ((height + 3) / 4)
        guard areas > usualGroups else { return 0 }
        var groups = 0
        var offset = start
        do throws(Damage) {
            while offset + 8 <= bytes.count {
                let name = bytes[offset..<offset + 4]
                let length = bytes[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
                let content = offset + 8..<min(bytes.count, offset + 8 + length)
                if name.elementsEqual("VP8L".utf8) {
                    // The signature, two sides of 14 bits, a flag and the version precede the data.
                    groups = max(groups, try count(bytes, content.dropFirst(5), width, height))
                } else if name.elementsEqual("ALPH".utf8), let first = content.first, bytes[first] & 3 == 1 {
                    // The first byte has the compression in its lowest bits: 1 for lossless.
                    groups = max(groups, try count(bytes, content.dropFirst(), width, height))
                }
                // The pixels are the last chunk that counts.
                if name.starts(with: "VP8".utf8), !name.elementsEqual("VP8X".utf8) { break }
                // A chunk of odd length is followed by a byte of padding.
                offset += 8 + length + length % 2
            }
        } catch {
            throw error == .ended ? .truncated(.webp) : .corrupt(.webp, "its prefix codes are invalid")
        }
        return groups > usualGroups ? groups * bytesPerGroup : 0
    }

    private static func count(_ bytes: [UInt8], _ range: Range<Int>, _ width: Int, _ height: Int) throws(Damage) -> Int {
        let result = bytes.withUnsafeBufferPointer { bytes in
            var codes = WebPCodes(bits: WebPBits(UnsafeBufferPointer(rebasing: bytes[range])))
            return Result { () throws(Damage) in try codes.groups(width: width, height: height) }
        }
        return try result.get()
    }

    /// Reads the data up to the groups, and returns their number.
    private mutating func groups(width: Int, height: Int) throws(Damage) -> Int {
        var width = width
        while try read(1) == 1 {
            switch try read(2) {
            // Predictors and colour transforms have a value for each area.
            case 0, 1:
                let side = 1 << (try read(3) + 2)
                _ = try picture(Self.parts(width, side), Self.parts(height, side))
            case 3:
                let colors = try read(8) + 1
                _ = try picture(colors, 1)
                // Several indices of few colours share a pixel.
                width = Self.parts(width, colors > 16 ? 1 : colors > 4 ? 2 : colors > 2 ? 4 : 8)
            default: continue
            }
        }
        if try read(1) == 1 { _ = try cacheBits() }
        guard try read(1) == 1 else { return 1 }
        let side = 1 << (try read(3) + 2)
        // The group of an area is in red and green.
        let areas = try picture(Self.parts(width, side), Self.parts(height, side))
        return areas.reduce(0) { max($0, Int($1 >> 8 & 0xFFFF)) } + 1
    }

    private static func parts(_ length: Int, _ size: Int) -> Int { (length + size - 1) / size }

    private mutating func read(_ count: Int) throws(Damage) -> Int {
        guard let value = bits.read(count) else { throw .ended }
        return value
    }

    private mutating func cacheBits() throws(Damage) -> Int {
        let bits = try read(4)
        guard (1...11).contains(bits) else { throw .invalid }
        return bits
    }

    // MARK: Pictures in the data

    private static let literals = 256
    private static let lengths = 24

    /// Reads a picture with one group of codes; a pixel is a word of alpha, red, green and blue.
    private mutating func picture(_ width: Int, _ height: Int) throws(Damage) -> [UInt32] {
        let cacheBits = try read(1) == 1 ? try cacheBits() : 0
        let green = try code(Self.literals + Self.lengths + (cacheBits > 0 ? 1 << cacheBits : 0))
        let (red, blue, alpha, distances) = (try code(Self.literals), try code(Self.literals), try code(Self.literals), try code(40))
        var cache = [UInt32](repeating: 0, count: 1 << cacheBits)
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        func add(_ pixel: UInt32) {
            pixels.append(pixel)
            if cacheBits > 0 { cache[Int((pixel &* 0x1E35_A7BD) >> UInt32(32 - cacheBits))] = pixel }
        }
        while pixels.count < width * height {
            let symbol = try next(green)
            switch symbol {
            case ..<Self.literals:
                let (red, blue, alpha) = (try next(red), try next(blue), try next(alpha))
                add(UInt32(alpha << 24 | red << 16 | symbol << 8 | blue))
            case ..<(Self.literals + Self.lengths):
                let length = try number(symbol - Self.literals)
                let distance = Self.distance(try number(try next(distances)), width)
                guard distance <= pixels.count, length <= width * height - pixels.count else { throw .invalid }
                for _ in 0..<length { add(pixels[pixels.count - distance]) }
            default: add(cache[symbol - Self.literals - Self.lengths])
            }
        }
        return pixels
    }

    /// Reads the rest of a length or a distance: a symbol is followed by up to 18 bits.
    private mutating func number(_ symbol: Int) throws(Damage) -> Int {
        guard symbol >= 4 else { return symbol + 1 }
        let count = (symbol - 2) / 2
        return (2 + symbol % 2) << count + (try read(count)) + 1
    }

    /// The neighbours of a pixel to which the smallest distances refer: the nearest ones above it and to its left, by their distance.
    private static let neighbours: [(x: Int, y: Int)] = (0...7).flatMap { y in (-7...8).map { ($0, y) } }
        .filter { x, y in y > 0 || x > 0 }
        .sorted { one, other in
            let (a, b) = (one.0 * one.0 + one.1 * one.1, other.0 * other.0 + other.1 * other.1)
            return (a, abs(one.0), -one.0) < (b, abs(other.0), -other.0)
        }

    private static func distance(_ number: Int, _ width: Int) -> Int {
        guard number <= neighbours.count else { return number - neighbours.count }
        let (x, y) = neighbours[number - 1]
        return max(1, y * width + x)
    }

    // MARK: Codes

    /// A prefix code: the numbers of symbols by length, and the symbols by length and value.
    private struct Code {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int] = []
    }

    private static let lengthOrder = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

    /// Reads a code for a number of symbols.
    private mutating func code(_ count: Int) throws(Damage) -> Code {
        var lengths = [Int](repeating: 0, count: max(count, Self.literals))
        if try read(1) == 1 {
            let hasTwo = try read(1) == 1
            lengths[try read(try read(1) == 0 ? 1 : 8)] = 1
            if hasTwo { lengths[try read(8)] = 1 }
            return try Self.code(lengths.prefix(count))
        }
        var ofLengths = [Int](repeating: 0, count: Self.lengthOrder.count)
        let listed = try read(4) + 4
        guard listed <= ofLengths.count else { throw .invalid }
        for symbol in Self.lengthOrder.prefix(listed) { ofLengths[symbol] = try read(3) }
        let code = try Self.code(ofLengths[...])
        var left = try read(1) == 1 ? 2 + (try read(2 + 2 * (try read(3)))) : count
        guard left <= count else { throw .invalid }
        var (symbol, last) = (0, 8)
        while symbol < count, left > 0 {
            left -= 1
            let length = try next(code)
            guard length >= 16 else {
                lengths[symbol] = length
                if length > 0 { last = length }
                symbol += 1
                continue
            }
            // 16 repeats the last length, 17 and 18 are runs of zeros.
            let repeats = try read([2, 3, 7][length - 16]) + (length == 18 ? 11 : 3)
            guard symbol + repeats <= count else { throw .invalid }
            for _ in 0..<repeats {
                lengths[symbol] = length == 16 ? last : 0
                symbol += 1
            }
        }
        return try Self.code(lengths.prefix(count))
    }

    /// Makes the code with such lengths, which must use all bits unless it has a single symbol.
    private static func code(_ lengths: ArraySlice<Int>) throws(Damage) -> Code {
        var code = Code()
        for length in lengths where length > 0 { code.counts[length] += 1 }
        var (free, starts) = (1, [0, 0])
        for length in 1...15 {
            free = free * 2 - code.counts[length]
            guard free >= 0 else { throw .invalid }
            starts.append(starts[length] + code.counts[length])
        }
        guard free == 0 || starts[16] == 1 else { throw .invalid }
        code.symbols = [Int](repeating: 0, count: starts[16])
        for (symbol, length) in lengths.enumerated() where length > 0 {
            code.symbols[starts[length]] = symbol
            starts[length] += 1
        }
        return code
    }

    /// Reads a symbol; the only symbol of a code takes no bits.
    private mutating func next(_ code: Code) throws(Damage) -> Int {
        if code.symbols.count == 1 { return code.symbols[0] }
        var (value, first, index) = (0, 0, 0)
        for length in 1...15 {
            value += try read(1)
            let count = code.counts[length]
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) * 2
            value *= 2
        }
        throw .invalid
    }
}

/// Bits of a file, the lowest of a byte first.
struct WebPBits {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private var window: UInt64 = 0
    private var count = 0

    /// - Parameter bytes: The bytes, which must be valid as long as the bits are read.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// Returns the next bits as a number, 24 at most; nil at the end.
    mutating func read(_ wanted: Int) -> Int? {
        while count < wanted {
            guard offset < bytes.count else { return nil }
            window |= UInt64(bytes[offset]) << UInt64(count)
            offset += 1
            count += 8
        }
        let value = Int(window & (1 << UInt64(wanted) - 1))
        window >>= UInt64(wanted)
        count -= wanted
        return value
    }
}
