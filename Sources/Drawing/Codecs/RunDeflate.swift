import CDeflate

/// Compresses what is mostly runs of one byte, such as the filtered rows of a drawing, several times as fast as a search for repetitions.
///
/// The result is a zlib stream of one block: literals, and repetitions of the last byte. Its Huffman code comes from a part of the bytes.
struct RunDeflate {
    /// Deflate's symbols: 256 literals, the end, and 29 lengths.
    private static let symbols = 286
    private static let end = 256
    private static let longestCode = 12
    private static let lengths = 3...258
    /// Of so many pieces of the bytes one tells how often each symbol comes.
    private static let sampling = 8
    private static let piece = 1024

    /// The symbol, the value and the number of the bits behind it, for each length from 0 on.
    private static let lengthSymbols: [(symbol: Int, extra: UInt64, bits: Int)] = (0...258).map { length in
        guard length >= 3 else { return (0, 0, 0) }
        // Four symbols for each number of further bits, from the ninth on; the longest has one of its own.
        let offset = length - 3
        if length == 258 { return (285, 0, 0) }
        guard offset >= 8 else { return (257 + offset, 0, 0) }
        let bits = Int.bitWidth - offset.leadingZeroBitCount - 3
        return (257 + bits * 4 + offset >> bits, UInt64(offset & (1 << bits - 1)), bits)
    }

    /// The bits for each symbol, and for each repetition with all that belongs to it.
    private struct Code {
        var bits: UInt64 = 0
        var count = 0

        mutating func append(_ value: UInt64, _ count: Int) {
            bits |= value << UInt64(self.count)
            self.count += count
        }
    }

    /// The stream for `bytes`.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        let lengths = codeLengths(bytes)
        let codes = codes(lengths)
        let runs = lengthSymbols.enumerated().map { length, symbol -> Code in
            guard Self.lengths.contains(length) else { return Code() }
            var code = codes[symbol.symbol]
            code.append(symbol.extra, symbol.bits)
            // The distance is 1, whose code is a bit.
            code.append(0, 1)
            return code
        }
        let bound = bytes.count * longestCode / 8 + 1024
        return [UInt8](unsafeUninitializedCapacity: bound) { target, count in
            guard let target = target.baseAddress else { return }
            var writer = BitWriter(target: UnsafeMutableRawPointer(target))
            writer.write(0x0178, 16)
            writeHeader(lengths, to: &writer)
            bytes.withUnsafeBytes { bytes in
                codes.withUnsafeBufferPointer { codes in
                    runs.withUnsafeBufferPointer { runs in
                        forEachToken(bytes, from: 0, to: bytes.count) { byte, run in
                            let code = run == 0 ? codes[Int(byte)] : runs[run]
                            writer.write(code.bits, code.count)
                        }
                    }
                }
                writer.write(codes[end].bits, codes[end].count)
                writer.finish()
                let sum = libdeflate_adler32(1, bytes.baseAddress, bytes.count)
                for shift in [24, 16, 8, 0] as [UInt32] { writer.write(UInt64(sum >> shift & 0xFF), 8) }
                writer.finish()
            }
            count = writer.length
        }
    }

    /// Calls `visit` with each literal, whose run is 0, and each number of times that the last byte comes again.
    @inline(__always)
    private static func forEachToken(_ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int, _ visit: (UInt8, Int) -> Void) {
        guard let base = bytes.baseAddress else { return }
        var index = start
        while index < end {
            let byte = base.load(fromByteOffset: index, as: UInt8.self)
            visit(byte, 0)
            index &+= 1
            // Eight bytes that are equal to those one place before continue the run.
            let begin = index
            while index &+ 8 <= end {
                let difference =
                    base.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                    ^ base.loadUnaligned(fromByteOffset: index &- 1, as: UInt64.self)
                if difference != 0 {
                    index &+= UInt64(littleEndian: difference).trailingZeroBitCount >> 3
                    break
                }
                index &+= 8
            }
            if index &+ 8 > end {
                while index < end, base.load(fromByteOffset: index, as: UInt8.self) == byte { index &+= 1 }
            }
            var run = index &- begin
            while run >= lengths.lowerBound {
                // A rest that is too short for a repetition is written as literals.
                let length = min(run, lengths.upperBound)
                visit(byte, length)
                run &-= length
            }
            while run > 0 {
                visit(byte, 0)
                run &-= 1
            }
        }
    }

    /// How long the code of each symbol is: no more than ``longestCode``, and never 0, for any of them may come.
    private static func codeLengths(_ bytes: [UInt8]) -> [Int] {
        var counts = [Int](repeating: 1, count: symbols)
        bytes.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                forEachToken(bytes, from: start, to: min(bytes.count, start + piece)) { byte, run in
                    counts[run == 0 ? Int(byte) : lengthSymbols[run].symbol] += sampling
                }
                start += piece * sampling
            }
        }
        while true {
            let lengths = huffman(counts)
            if (lengths.max() ?? 0) <= longestCode { return lengths }
            // Rare symbols become less rare beside the others.
            counts = counts.map { $0 / 4 + 1 }
        }
    }

    /// Huffman's algorithm: the two rarest become one, again and again.
    private static func huffman(_ counts: [Int]) -> [Int] {
        var weights = counts
        var parents = [Int](repeating: -1, count: counts.count)
        // Both queues are sorted: the symbols, and what has become of them.
        let leaves = counts.indices.sorted { counts[$0] < counts[$1] }
        var (leaf, node) = (0, counts.count)
        func next() -> Int {
            if leaf < leaves.count, node >= weights.count || weights[leaves[leaf]] <= weights[node] {
                leaf += 1
                return leaves[leaf - 1]
            }
            node += 1
            return node - 1
        }
        for _ in 1..<counts.count {
            let (first, second) = (next(), next())
            weights.append(weights[first] + weights[second])
            parents.append(-1)
            (parents[first], parents[second]) = (weights.count - 1, weights.count - 1)
        }
        var depths = [Int](repeating: 0, count: weights.count)
        for index in stride(from: weights.count - 2, through: 0, by: -1) { depths[index] = depths[parents[index]] + 1 }
        return Array(depths[..<counts.count])
    }

    /// Deflate's codes of these lengths: counted up by length and symbol, the highest bit first.
    private static func codes(_ lengths: [Int]) -> [Code] {
        var codes = [Code](repeating: Code(), count: lengths.count)
        var next: UInt64 = 0
        for length in 1...longestCode {
            next <<= 1
            for symbol in lengths.indices where lengths[symbol] == length {
                var reversed: UInt64 = 0
                for bit in 0..<length { reversed |= (next >> UInt64(bit) & 1) << UInt64(length - 1 - bit) }
                codes[symbol] = Code(bits: reversed, count: length)
                next += 1
            }
        }
        return codes
    }

    /// The last block, with a code of its own: all symbols, two distances of a bit each, and lengths written in four bits.
    private static func writeHeader(_ lengths: [Int], to writer: inout BitWriter) {
        writer.write(0b101, 3)
        writer.write(UInt64(symbols - 257), 5)
        writer.write(1, 5)
        writer.write(19 - 4, 4)
        // In this order: 16, 17 and 18, which repeat, do not come; the sixteen lengths have codes of four bits.
        for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] { writer.write(symbol < 16 ? 4 : 0, 3) }
        for length in lengths + [1, 1] {
            var reversed: UInt64 = 0
            for bit in 0..<4 { reversed |= UInt64(length >> bit & 1) << UInt64(3 - bit) }
            writer.write(reversed, 4)
        }
    }
}

/// Bits that go into bytes from the lowest on.
private struct BitWriter {
    let target: UnsafeMutableRawPointer
    private(set) var length = 0
    private var bits: UInt64 = 0
    private var count = 0

    init(target: UnsafeMutableRawPointer) { self.target = target }

    /// Writes up to 24 bits.
    @inline(__always)
    mutating func write(_ value: UInt64, _ size: Int) {
        bits |= value &<< UInt64(truncatingIfNeeded: count)
        count &+= size
        if count >= 32 {
            target.storeBytes(of: UInt32(truncatingIfNeeded: bits).littleEndian, toByteOffset: length, as: UInt32.self)
            length &+= 4
            bits &>>= 32
            count &-= 32
        }
    }

    /// Fills the last byte with zeros.
    mutating func finish() {
        while count > 0 {
            target.storeBytes(of: UInt8(truncatingIfNeeded: bits), toByteOffset: length, as: UInt8.self)
            length += 1
            bits >>= 8
            count -= 8
        }
        (bits, count) = (0, 0)
    }
}
