import SubdialDrawing
import SubdialLayout
import Testing

/// Tests of SVG and PDF pictures with the real libraries.
@Suite struct VectorPictureTests {
    /// Twice as wide as high, the left half red.
    static let svg = """
        <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="10" height="10" fill="#f00"/></svg>
        """
    static let pdf = """
        %PDF-1.4
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 20 10]/Contents 4 0 R>>endobj
        4 0 obj<</Length 25>>stream
        1 0 0 rg 0 0 10 10 re f
        endstream endobj
        trailer<</Root 1 0 R>>
        %%EOF
        """

    @Test(arguments: [svg, pdf])
    func areDrawnInAnySize(_ text: String) throws {
        let bytes = Array(text.utf8)
        #expect(VectorPicture.canDraw(bytes))
        #expect(try VectorPicture.size(bytes) == Size(20, 10))
        let picture = try VectorPicture.draw(bytes, width: 60, height: 60, size: Size(20, 10))
        #expect(picture.width == 60 && picture.height == 60)
        #expect(picture.color(x: 10, y: 30) == Color(red: 1, green: 0, blue: 0))
        #expect(picture.color(x: 50, y: 30)?.alpha == 0)
    }

    /// Neither a linked file nor an address is read, and what cannot be drawn is an error.
    @Test func hostilePicturesAreRefused() throws {
        let linked =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"><image href=\"/etc/hostname\" width=\"4\" height=\"4\"/></svg>"
        let picture = try VectorPicture.draw(Array(linked.utf8), width: 4, height: 4, size: Size(4, 4))
        #expect(picture.color(x: 2, y: 2)?.alpha == 0)
        for text in ["<svg xmlns=\"http://www.w3.org/2000/svg\"><rect", "%PDF-1.4\nnothing"] {
            #expect(throws: ImageError.self) { try VectorPicture.draw(Array(text.utf8), width: 4, height: 4, size: Size(4, 4)) }
        }
        #expect(throws: ImageError.self) { try VectorPicture.draw(Array(Self.svg.utf8), width: 100_000, height: 100_000, size: Size(1, 1)) }
    }
}
