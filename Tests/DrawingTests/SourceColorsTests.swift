import SubdialDrawing
import SubdialTestSupport
import Testing

/// Pictures whose numbers are not those of sRGB are converted when they are decoded.
@Suite struct SourceColorsTests {
    /// The colours of the four quarters of each fixture, as Little CMS converts them for Pillow.
    static let rows: [(name: String, colors: [String])] = {
        let lines = (try? Repository.fixture("soft.tsv")).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
        return lines.map { line in
            let cells = line.split(separator: "\t").map(String.init)
            return (cells[0], Array(cells[1...]))
        }
    }()

    @Test func thereAreFixtures() { #expect(Self.rows.count >= 14) }

    @Test(arguments: rows)
    func coloursAreConverted(_ row: (name: String, colors: [String])) throws {
        let bytes = try Repository.fixture(row.name)
        var warnings: [ImageWarning] = []
        let whole = try ImageDecoder.decode(bytes, report: { warnings.append($0) })
        #expect(warnings.isEmpty)
        try expect(row.colors, in: whole, "\(row.name)")
        // All ways to a size convert the colours.
        try expect(row.colors, in: try ImageDecoder.decode(bytes, width: 8, height: 6), "\(row.name) at 8 × 6")
        try expect(row.colors, in: try #require(try Surface.decoding(bytes, width: 32, height: 24)).bitmap(), "\(row.name) at 32 × 24")
        try expect(row.colors, in: try ImageDecoder.decode(bytes, width: 16, height: 12, fit: .contain), "\(row.name) contained")
    }

    /// Encoders with losses are a few levels off.
    private func expect(_ colors: [String], in bitmap: Bitmap, _ comment: Comment) throws {
        for (index, hex) in colors.enumerated() {
            let (x, y) = (bitmap.width * (1 + index % 2 * 2) / 4, bitmap.height * (1 + index / 2 * 2) / 4)
            let found = try #require(bitmap.color(x: x, y: y))
            let number = try #require(Int(hex.dropFirst(), radix: 16))
            let wanted = [number >> 16, number >> 8 & 255, number & 255]
            for (component, level) in zip([found.red, found.green, found.blue], wanted) {
                #expect(abs(component * 255 - Double(level)) <= 6, "\(comment), quarter \(index): \(found.hex) for \(hex)")
            }
        }
    }

    @Test func aProfileThatIsDamagedIsToldAndThePictureIsDrawn() throws {
        // A profile of other colours, one that is no profile, and one with a part missing.
        for (name, damage) in [
            ("p3.jpg", { (bytes: inout [UInt8]) in try Self.replace("RGB XYZ ", by: "CMYKXYZ ", in: &bytes) }),
            ("p3.jpg", { try Self.replace("RGB XYZ ", by: "XXXXXYZ ", in: &$0) }),
            ("p3-long.jpg", { try Self.replace("ICC_PROFILE\0\u{2}", by: "ICC_PROFILX\0\u{2}", in: &$0) }),
            ("p3.webp", { try Self.replace("RGB XYZ ", by: "GRAYXYZ ", in: &$0) }),
        ] as [(String, (inout [UInt8]) throws -> Void)] {
            var bytes = try Repository.fixture(name)
            let before = bytes
            try damage(&bytes)
            #expect(bytes != before)
            var warnings: [ImageWarning] = []
            let bitmap = try ImageDecoder.decode(bytes, report: { warnings.append($0) })
            try expect(["#c8503c", "#5ab446", "#3c5abe", "#e6e1d7"], in: bitmap, "\(name)")
            #expect(warnings.count == 1)
            guard case .unconvertedColors? = warnings.first else {
                Issue.record("\(warnings)")
                continue
            }
        }
    }

    @Test func alphaStaysAsItIs() throws {
        let plain = try PNG.decode(Repository.fixture("rgba.png"))
        // The table of sRGB's curve says nothing, and that of a linear picture is converted, with the same alpha.
        let bytes = HandmadePNG.inserting("gAMA", [0, 1, 0x86, 0xA0], into: try Repository.fixture("rgba.png"))
        let linear = try PNG.decode(bytes)
        #expect(linear.pixels.indices.filter { $0 % 4 == 3 }.allSatisfy { linear.pixels[$0] == plain.pixels[$0] })
        let straight = try PNG.decodeStraight(bytes)
        #expect(Bitmap(width: straight.width, height: straight.height, rgba: straight.rgba) == linear)
    }

    @Test(arguments: [(1, 13), (2, 2), (1, 2), (2, 13)])
    func codesOfSRGBNeedNoConversion(primaries: UInt8, transfer: UInt8) throws {
        let plain = try PNG.decode(Repository.fixture("rgb.png"))
        let coded = try PNG.decode(HandmadePNG.inserting("cICP", [primaries, transfer, 0, 1], into: Repository.fixture("rgb.png")))
        #expect(coded == plain)
    }

    @Test(
        arguments: [
            ([9, 16, 0, 1], "PQ"), ([9, 18, 0, 1], "HLG"), ([77, 13, 0, 1], "primaries 77"), ([1, 99, 0, 1], "curve 99"),
            ([12, 13, 0, 0], "video"),
        ] as [([UInt8], String)])
    func codesThatAreNotFollowedAreTold(code: [UInt8], word: String) throws {
        var warnings: [ImageWarning] = []
        let bytes = HandmadePNG.inserting("cICP", code, into: try Repository.fixture("rgb.png"))
        let bitmap = try ImageDecoder.decode(bytes, report: { warnings.append($0) })
        #expect(bitmap == (try PNG.decode(Repository.fixture("rgb.png"))))
        #expect(warnings.count == 1 && warnings.allSatisfy { "\($0)".contains(word) }, "\(warnings)")
    }

    /// Replaces the first occurrence of some bytes by as many others.
    private static func replace(_ text: String, by other: String, in bytes: inout [UInt8]) throws {
        let (old, new) = (Array(text.utf8), Array(other.utf8))
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: old) })
        bytes.replaceSubrange(start..<start + old.count, with: new)
    }
}
