import SubdialDrawing
import SubdialLayout
import Testing

/// Tests of sectors by their covered area.
@Suite struct SectorTests {
    /// Returns the covered fraction of the square around a circle of radius 50.
    private func coverage(_ inner: Double, from: Double, to: Double, inset: Double = 0) throws -> Double {
        let surface = try Surface(width: 100, height: 100)
        let sector = Path.sector(center: Point(50, 50), radii: inner, 50, from: from, to: to, inset: inset)
        try Context(surface).fill(sector, with: Color.black, evenOdd: true)
        let pixels = try surface.bitmap().pixels
        return stride(from: 3, to: pixels.count, by: 4).reduce(0) { $0 + Double(pixels[$1]) / 255 } / 10_000
    }

    private static let quarter = 0.196_35

    struct Sector: Sendable {
        let inner, from, to, inset, share: Double

        init(_ inner: Double, _ from: Double, _ to: Double, _ inset: Double, share: Double) {
            (self.inner, self.from, self.to, self.inset, self.share) = (inner, from, to, inset, share)
        }
    }

    static let sectors = [
        Sector(0, -90, 0, 0, share: quarter), Sector(0, 0, 180, 0, share: 2 * quarter), Sector(0, 0, 360, 0, share: 4 * quarter),
        Sector(0, 30, 300, 0, share: 3 * quarter), Sector(25, 0, 360, 0, share: 3 * quarter),
        Sector(25, 10, 100, 0, share: 0.75 * quarter), Sector(25, 10, 280, 0, share: 2.25 * quarter),
        // With an inset: two strips of width 5 along the radius are missing, and the corner where they overlap counts once.
        Sector(0, 0, 90, 5, share: quarter - 0.0475), Sector(25, 0, 90, 5, share: 0.75 * quarter - 0.025),
        // Nothing is left, or the sector is empty.
        Sector(0, 0, 5, 5, share: 0), Sector(50, 0, 90, 0, share: 0), Sector(60, 0, 90, 0, share: 0), Sector(0, 90, 0, 0, share: 0),
        Sector(0, 0, 90, 50, share: 0),
    ]

    @Test(arguments: sectors)
    func covers(_ sector: Sector) throws {
        let found = try coverage(sector.inner, from: sector.from, to: sector.to, inset: sector.inset)
        #expect(abs(found - sector.share) < 0.003, "\(found)")
    }

    /// The inset of the sides is constant for any angle, and the result is always inside the sector.
    @Test(arguments: Array(stride(from: 3.0, to: 360, by: 13)))
    func neverGrows(_ sweep: Double) throws {
        let whole = try coverage(10, from: -90, to: sweep - 90)
        let inset = try coverage(10, from: -90, to: sweep - 90, inset: 2)
        #expect(inset < whole && inset >= whole - 0.018)
    }
}
