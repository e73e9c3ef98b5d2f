import SubdialDrawing
import Testing

@testable import SubdialSnapshots

/// The measures that limits ask for: structural similarity and CIEDE2000.
@Suite struct MeasureTests {
    /// Grey pixels of a linear congruential generator, changed by less than `change`.
    private func pair(_ seed: UInt64, _ width: Int, _ height: Int, change: Int) throws -> (StraightPixels, StraightPixels) {
        func bytes(_ seed: UInt64) -> [Int] {
            var state = seed
            return (0..<width * height).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(state >> 33 & 255)
            }
        }
        let first = bytes(seed)
        let second = zip(first, bytes(seed + 100)).map { min(255, $0 + $1 % change) }
        func picture(_ bytes: [Int]) throws -> StraightPixels {
            let rgba: [UInt8] = bytes.flatMap { [UInt8](repeating: UInt8($0), count: 3) + [255] }
            return try #require(StraightPixels(width: width, height: height, rgba: rgba))
        }
        return (try picture(first), try picture(second))
    }

    /// The values of scikit-image 0.26: `structural_similarity` with Gaussian weights of 1.5 and the covariance of the population.
    @Test(arguments: [(1, 32, 24, 8, 0.999116), (2, 40, 40, 40, 0.978085), (3, 11, 11, 3, 0.999928), (4, 64, 20, 128, 0.828779)])
    func similarity(_ seed: UInt64, _ width: Int, _ height: Int, _ change: Int, _ expected: Double) throws {
        let (first, second) = try pair(seed, width, height, change: change)
        #expect(abs(StructuralSimilarity(first, second, on: .white).value - expected) < 0.00002)
        #expect(StructuralSimilarity(first, first, on: .white).value == 1)
        let all = PixelRect(x: 0, y: 0, width: width, height: height)
        #expect(StructuralSimilarity(first, second, masks: [all], on: .white).value == 1)
    }

    /// A picture that is smaller than a window.
    @Test func aSmallPicture() throws {
        let (first, second) = try pair(5, 4, 3, change: 60)
        let value = StructuralSimilarity(first, second, on: .white).value
        #expect(value > 0 && value < 1)
    }

    /// Pairs of the test data of Sharma, Wu and Dalal (2005).
    @Test(
        arguments: [
            ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425), ([50, 3.1571, -77.2803], [50, 0, -82.7485], 2.8615),
            ([50, -1.3802, -84.2814], [50, 0, -82.7485], 1), ([50, 0, 0], [50, -1, 2], 2.3669),
            ([50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792), ([50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195),
            ([50, 2.5, 0], [73, 25, -18], 27.1492), ([50, 2.5, 0], [50, 3.1736, 0.5854], 1),
            ([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644),
            ([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373),
            ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
        ] as [([Double], [Double], Double)])
    func deltaE(_ first: [Double], _ second: [Double], _ expected: Double) {
        let (one, other) = (
            CIELab(lightness: first[0], a: first[1], b: first[2]), CIELab(lightness: second[0], a: second[1], b: second[2])
        )
        #expect(abs(one.difference(to: other) - expected) < 0.00006)
        #expect(abs(other.difference(to: one) - expected) < 0.00006)
    }

    @Test(arguments: [("#FFFFFF", [100, 0, 0]), ("#000000", [0, 0, 0]), ("#FF0000", [53.241, 80.092, 67.203])] as [(String, [Double])])
    func lab(_ hex: String, _ expected: [Double]) throws {
        let lab = CIELab(try #require(Color(hex: hex)))
        for (found, wanted) in zip([lab.lightness, lab.a, lab.b], expected) { #expect(abs(found - wanted) < 0.02) }
    }

    /// Limits by measure: a picture passes if each limit that is set is kept, and the report names what was found.
    @Test(
        arguments: [
            (PictureLimits(minSimilarity: 0.95), true, nil),
            (PictureLimits(minSimilarity: 0.99), false, "the structural similarity (SSIM) is 0.978"),
            (PictureLimits(minSimilarity: .nan), false, "where 1 is required"), (PictureLimits(maxDeltaE: 50), true, nil),
            (PictureLimits(maxDeltaE: 2), false, "(CIEDE2000) where 2 is allowed"),
            (PictureLimits(maxDifferentPixels: 0, maxDeltaE: 50), false, "pixels differ where none may"),
            (PictureLimits(), false, "pixels differ where none may"),
        ] as [(PictureLimits, Bool, String?)])
    func limits(_ limits: PictureLimits, _ passes: Bool, _ message: String?) throws {
        let (first, second) = try pair(2, 40, 40, change: 40)
        let result = PictureComparer(limits: limits).compare(first, second)
        #expect(
            result.passed == passes && result.message?.contains(message ?? "") == (message == nil ? nil : true), "\(result.message ?? "")")
        #expect((result.counts.similarity != nil) == (limits.minSimilarity != nil))
        #expect((result.counts.maximumDeltaE != nil) == (limits.maxDeltaE != nil))
        let equal = PictureComparer(limits: limits).compare(first, first)
        #expect(equal.passed)
        // Masked, nothing differs.
        let masked = PictureComparer(limits: limits, masks: [PixelRect(x: 0, y: 0, width: 40, height: 40)]).compare(first, second)
        #expect(masked.passed)
    }

    /// The greatest distance is that of the measure that was chosen.
    @Test func theMeasureIsNamed() throws {
        let (first, second) = try pair(2, 40, 40, change: 40)
        for metric in ColorMetric.allCases {
            let counts = PictureComparer(sensitivity: .perceived(metric: metric)).compare(first, second).counts
            #expect(counts.metric == metric && counts.maximumDelta > 0.05 && counts.maximumDelta < 0.3)
        }
        #expect(PictureComparer().compare(first, second).counts.metric == nil)
    }
}
