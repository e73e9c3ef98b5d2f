import SubdialDrawing
import Testing

@Suite struct WebPTests {
    @Test func readsLossless() throws {
        let bitmap = try WebP.decode(Repository.fixture("lossless.webp"))
        #expect(quarters(bitmap) == ["#ff0000", "#00ff00", "#0000ff", "#ffffff"])
    }

    @Test func readsLossy() throws {
        let bitmap = try WebP.decode(Repository.fixture("lossy.webp"))
        #expect((bitmap.width, bitmap.height) == (16, 12))
        #expect(showsTheQuarters(bitmap), "\(quarters(bitmap))")
    }

    @Test func readsAlpha() throws {
        // Premultiplied, so that transparent pixels have no colour.
        let bitmap = try WebP.decode(Repository.fixture("alpha.webp"))
        #expect(bitmap.pixels.suffix(4) == [0, 0, 0, 0])
        #expect(quarters(bitmap) == ["#ff0000", "#00ff00", "#0000ff", "#00000000"])
    }

    @Test(arguments: [(8, 6, 8, 6), (8, 2, 8, 6), (2, 6, 8, 6), (1, 1, 2, 1), (16, 2, 16, 12), (99, 99, 16, 12), (0, 0, 16, 12)])
    func scalesAsItDecodes(targetWidth: Int, targetHeight: Int, width: Int, height: Int) throws {
        let bitmap = try WebP.decode(Repository.fixture("lossless.webp"), targetWidth: targetWidth, targetHeight: targetHeight)
        #expect((bitmap.width, bitmap.height) == (width, height))
    }

    @Test func decodesTheFirstFrameOfAnAnimation() throws {
        let bitmap = try WebP.decode(Repository.fixture("animated.webp"))
        #expect((bitmap.width, bitmap.height) == (16, 12))
        #expect(showsTheQuarters(bitmap), "\(quarters(bitmap))")
    }

    @Test func aFrameThatIsSmallerThanTheCanvasHasItsPlace() throws {
        let bitmap = try WebP.decode(Repository.fixture("moving.webp"))
        #expect((bitmap.width, bitmap.height) == (32, 24))
        #expect(bitmap.color(x: 0, y: 0)?.alpha == 0 && bitmap.color(x: 31, y: 23)?.alpha == 0)
        let part = bitmap.cropped(x: 8, y: 6, width: 16, height: 12)
        #expect(showsTheQuarters(part), "\(quarters(part))")
    }
}
