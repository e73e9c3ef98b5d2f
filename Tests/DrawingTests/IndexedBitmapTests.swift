import Foundation
import SubdialDrawing
import SubdialTestSupport
import Testing

/// Tests of files of few colours, with a decoder as strict as that of a panel, and with Pillow.
@Suite struct IndexedBitmapTests {
    static let colors: [IndexedBitmap.Entry] = [
        .init(red: 0, green: 0, blue: 0), .init(red: 255, green: 255, blue: 255), .init(red: 255, green: 0, blue: 0),
        .init(red: 255, green: 255, blue: 0),
    ]

    private func bitmap(_ depth: Int, isGray: Bool, width: Int = 37, height: Int = 11) throws -> IndexedBitmap {
        let count = isGray ? 1 << depth : min(1 << depth, Self.colors.count)
        let indices = (0..<width * height).map { UInt8(($0 * 7 + $0 / width * 3) % count) }
        return try #require(
            IndexedBitmap(
                width: width, height: height, depth: depth, colors: isGray ? nil : Array(Self.colors.prefix(count)), indices: indices))
    }

    private struct Chunk {
        let type: String
        let content: [UInt8]
    }

    private func chunks(_ bytes: [UInt8]) throws -> [Chunk] {
        #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        var (place, chunks) = (8, [Chunk]())
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            try #require(place + 12 + length <= bytes.count)
            chunks.append(
                Chunk(
                    type: String(decoding: bytes[place + 4..<place + 8], as: UTF8.self),
                    content: Array(bytes[place + 8..<place + 8 + length])))
            place += 12 + length
        }
        #expect(place == bytes.count)
        return chunks
    }

    @Test(arguments: [1, 2, 4, 8], [true, false]) func whatAPanelReads(depth: Int, isGray: Bool) throws {
        let bitmap = try bitmap(depth, isGray: isGray)
        for mode in PNG.Mode.allCases {
            let chunks = try chunks(try PNG.encode(bitmap, mode: mode))
            #expect(chunks.map(\.type) == (isGray ? ["IHDR", "IDAT", "IEND"] : ["IHDR", "PLTE", "IDAT", "IEND"]))
            // The size, the depth, grey or a table, deflate, adaptive filters, and no interlacing.
            #expect(chunks[0].content == [0, 0, 0, 37, 0, 0, 0, 11, UInt8(depth), isGray ? 0 : 3, 0, 0, 0])
            if !isGray { #expect(chunks[1].content == bitmap.colors?.flatMap { [$0.red, $0.green, $0.blue] }) }
        }
    }

    @Test(arguments: [1, 2, 4, 8], [true, false]) func thePixelsComeBack(depth: Int, isGray: Bool) throws {
        let bitmap = try bitmap(depth, isGray: isGray)
        for file in try PNG.Mode.allCases.map({ try PNG.encode(bitmap, mode: $0) }) {
            let decoded = try ImageDecoder.decode(file)
            let expected = bitmap.indices.flatMap { index -> [UInt8] in
                guard let colors = bitmap.colors else {
                    let level = UInt8(Int(index) * 255 / ((1 << depth) - 1))
                    return [level, level, level, 255]
                }
                let color = colors[Int(index)]
                return [color.red, color.green, color.blue, 255]
            }
            #expect(decoded.width == 37 && decoded.height == 11 && decoded.rgba == expected)
        }
    }

    @Test func theBestFileIsNoLarger() throws {
        let bitmap = try bitmap(4, isGray: true, width: 300, height: 200)
        let counts = try PNG.Mode.allCases.map { try PNG.encode(bitmap, mode: $0).count }
        #expect(counts.min() == counts.last)
    }

    /// A panel of 800 by 480 requires exactly these bytes.
    @Test func aBMPForAPanel() throws {
        let bitmap = try #require(
            IndexedBitmap(width: 800, height: 480, depth: 1, indices: (0..<800 * 480).map { $0 < 8 ? UInt8($0 % 2) : 1 }))
        let bytes = try #require(BMP.encode(bitmap))
        #expect(bytes.count == 48_062 && bytes.prefix(2) == [0x42, 0x4D])
        func number(_ place: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
        #expect(number(2, 4) == 48_062 && number(10, 4) == 62 && number(14, 4) == 40)
        #expect(number(18, 4) == 800 && number(22, 4) == 480 && number(26, 2) == 1 && number(28, 2) == 1 && number(30, 4) == 0)
        #expect(number(34, 4) == 48_000 && number(46, 4) == 2)
        #expect(bytes[54..<62] == [0, 0, 0, 0, 255, 255, 255, 0])
        // The first row is the last one in the file.
        #expect(bytes[62 + 479 * 100] == 0b0101_0101 && bytes[62] == 255)
        #expect(BMP.encode(try self.bitmap(2, isGray: true)) == nil)
    }

    @Test func whatIsNoPicture() {
        #expect(IndexedBitmap(width: 2, height: 1, depth: 1, indices: [0, 2]) == nil)
        #expect(IndexedBitmap(width: 2, height: 1, depth: 3, indices: [0, 1]) == nil)
        #expect(IndexedBitmap(width: 2, height: 1, depth: 1, indices: [0]) == nil)
        #expect(IndexedBitmap(width: 0, height: 1, depth: 1, indices: []) == nil)
        #expect(IndexedBitmap(width: 1, height: 1, depth: 1, colors: Self.colors, indices: [0]) == nil)
        #expect(IndexedBitmap(width: 1, height: 1, depth: 8, colors: Self.colors, indices: [4]) == nil)
    }
}
