import SubdialDrawing
import Testing

@Suite struct KernelTests {
    @Test(arguments: [
        (DitherMethod.floydSteinberg, 16, 16), (.atkinson, 6, 8), (.burkes, 32, 32), (.stucki, 42, 42), (.jarvis, 48, 48),
        (.sierra, 32, 32),
        (.sierraLite, 4, 4),
    ])
    func sharesAddUp(method: DitherMethod, sum: Int, divisor: Int) throws {
        let kernel = try #require(method.kernel)
        #expect(kernel.divisor == divisor && kernel.shares.reduce(0) { $0 + $1.numerator } == sum)
    }

    @Test(arguments: DitherMethod.allCases) func onlyPixelsToComeGetAShare(_ method: DitherMethod) {
        for share in method.kernel?.shares ?? [] {
            #expect(share.y == 0 ? share.x > 0 : (1...2).contains(share.y), "\(method): \(share)")
            #expect(abs(share.x) <= 2 && share.numerator > 0)
        }
    }

    @Test func neighboursOfAPublishedKernel() throws {
        let shares = try #require(DitherMethod.floydSteinberg.kernel).shares
        #expect(shares.map { [$0.x, $0.y, $0.numerator] } == [[1, 0, 7], [-1, 1, 3], [0, 1, 5], [1, 1, 1]])
        let atkinson = try #require(DitherMethod.atkinson.kernel).shares
        #expect(atkinson.map { [$0.x, $0.y] } == [[1, 0], [2, 0], [-1, 1], [0, 1], [1, 1], [0, 2]])
    }
}
