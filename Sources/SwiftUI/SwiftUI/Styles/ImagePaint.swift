public import Foundation
internal import SubdialLayout

/// A picture that is repeated.
public struct ImagePaint: ShapeStyle {
    public var image: Image
    public var sourceRect: CGRect
    public var scale: CGFloat
    private let place: SourcePlace

    public init(
        image: Image, sourceRect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1), scale: CGFloat = 1, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        (self.image, self.sourceRect, self.scale) = (image, sourceRect, scale)
        place = SourcePlace(file, line)
    }

    /// The whole picture, repeated; a part of it and a symbol are not drawn, and warn.
    public static func _resolve(_ style: Self, level: Int, in environment: EnvironmentValues) -> _ResolvedStyle {
        let pass = EnvironmentReader.pass ?? ViewPass()
        let content = style.image.content(in: _ViewContext(environment, pass: pass))
        guard case .picture(var picture) = content.kind else {
            pass.warn("ImagePaint: a symbol fills nothing", at: style.place)
            return _ResolvedStyle(ColorName("clear"))
        }
        if style.sourceRect != CGRect(x: 0, y: 0, width: 1, height: 1) {
            pass.warn("ImagePaint: the whole picture is drawn in place of its part \(style.sourceRect)", at: style.place)
        }
        if style.scale > 0, style.scale.isFinite {
            picture.size = SubdialLayout.Size(picture.size.width * style.scale, picture.size.height * style.scale)
        }
        return _ResolvedStyle(SubdialLayout.Paint.picture(picture)).level(level)
    }
}

extension ShapeStyle where Self == ImagePaint {
    public static func image(
        _ image: Image, sourceRect: CGRect = CGRect(x: 0, y: 0, width: 1, height: 1), scale: CGFloat = 1
    ) -> ImagePaint { ImagePaint(image: image, sourceRect: sourceRect, scale: scale) }
}
