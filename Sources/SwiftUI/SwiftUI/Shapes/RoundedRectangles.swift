public import Foundation
internal import SubdialLayout

/// A rectangle with equal corners.
nonisolated public struct RoundedRectangle: InsettableShape {
    public var cornerSize: CGSize
    public var style: RoundedCornerStyle

    public init(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) { (self.cornerSize, self.style) = (cornerSize, style) }

    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
        self.init(cornerSize: CGSize(width: cornerRadius, height: cornerRadius), style: style)
    }

    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerSize: cornerSize, style: style) }

    /// The smaller rectangle, whose corners have the same centre.
    public func inset(by amount: CGFloat) -> some InsettableShape { _InsetRoundedRectangle(base: self, amount: amount) }

    public var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

    public var _outline: _ShapeOutline? {
        guard cornerSize.width == cornerSize.height else { return nil }
        return _ShapeOutline(.roundedRectangle(.fixed(Double(cornerSize.width).radius), style.layout))
    }
}

/// A rounded rectangle that is smaller on each side.
nonisolated public struct _InsetRoundedRectangle: InsettableShape {
    let base: RoundedRectangle
    let amount: CGFloat

    private var inner: RoundedRectangle {
        RoundedRectangle(
            cornerSize: CGSize(width: max(0, base.cornerSize.width - amount), height: max(0, base.cornerSize.height - amount)),
            style: base.style)
    }

    public func path(in rect: CGRect) -> Path { inner.path(in: rect.shrunk(by: amount)) }

    public func inset(by amount: CGFloat) -> _InsetRoundedRectangle { _InsetRoundedRectangle(base: base, amount: self.amount + amount) }

    public var layoutDirectionBehavior: LayoutDirectionBehavior { .fixed }

    public var _outline: _ShapeOutline? { inner._outline?.inset(by: amount) }
}

/// The radii of a rectangle's corners.
public struct RectangleCornerRadii: Hashable, Sendable {
    public var topLeading: CGFloat
    public var bottomLeading: CGFloat
    public var bottomTrailing: CGFloat
    public var topTrailing: CGFloat

    public init(topLeading: CGFloat = 0, bottomLeading: CGFloat = 0, bottomTrailing: CGFloat = 0, topTrailing: CGFloat = 0) {
        (self.topLeading, self.bottomLeading) = (topLeading, bottomLeading)
        (self.bottomTrailing, self.topTrailing) = (bottomTrailing, topTrailing)
    }
}

/// A rectangle with different corners.
nonisolated public struct UnevenRoundedRectangle: InsettableShape {
    public var cornerRadii: RectangleCornerRadii
    public var style: RoundedCornerStyle

    public init(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) {
        (self.cornerRadii, self.style) = (cornerRadii, style)
    }

    public init(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0, topTrailingRadius: CGFloat = 0,
        style: RoundedCornerStyle = .continuous
    ) {
        let radii = RectangleCornerRadii(
            topLeading: topLeadingRadius, bottomLeading: bottomLeadingRadius, bottomTrailing: bottomTrailingRadius,
            topTrailing: topTrailingRadius)
        self.init(cornerRadii: radii, style: style)
    }

    public func path(in rect: CGRect) -> Path { Path(roundedRect: rect, cornerRadii: cornerRadii, style: style) }

    /// The smaller rectangle, whose corners have the same centres.
    public func inset(by amount: CGFloat) -> some InsettableShape { _InsetUnevenRoundedRectangle(base: self, amount: amount) }

    public var _outline: _ShapeOutline? {
        _ShapeOutline(
            .unevenRoundedRectangle(
                topLeading: Double(cornerRadii.topLeading).radius, bottomLeading: Double(cornerRadii.bottomLeading).radius,
                bottomTrailing: Double(cornerRadii.bottomTrailing).radius, topTrailing: Double(cornerRadii.topTrailing).radius, style.layout
            ))
    }
}

/// A rectangle with different corners that is smaller on each side.
nonisolated public struct _InsetUnevenRoundedRectangle: InsettableShape {
    let base: UnevenRoundedRectangle
    let amount: CGFloat

    private var inner: UnevenRoundedRectangle {
        UnevenRoundedRectangle(
            topLeadingRadius: max(0, base.cornerRadii.topLeading - amount),
            bottomLeadingRadius: max(0, base.cornerRadii.bottomLeading - amount),
            bottomTrailingRadius: max(0, base.cornerRadii.bottomTrailing - amount),
            topTrailingRadius: max(0, base.cornerRadii.topTrailing - amount), style: base.style)
    }

    public func path(in rect: CGRect) -> Path { inner.path(in: rect.shrunk(by: amount)) }

    public func inset(by amount: CGFloat) -> _InsetUnevenRoundedRectangle {
        _InsetUnevenRoundedRectangle(base: base, amount: self.amount + amount)
    }

    public var _outline: _ShapeOutline? { inner._outline?.inset(by: amount) }
}

extension Double {
    /// The number as a radius: 0 if it is negative or not finite.
    fileprivate var radius: Double { isFinite && self > 0 ? self : 0 }
}

extension Shape where Self == RoundedRectangle {
    public static func rect(cornerSize: CGSize, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerSize: cornerSize, style: style)
    }

    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}

extension Shape where Self == UnevenRoundedRectangle {
    public static func rect(cornerRadii: RectangleCornerRadii, style: RoundedCornerStyle = .continuous) -> UnevenRoundedRectangle {
        UnevenRoundedRectangle(cornerRadii: cornerRadii, style: style)
    }

    public static func rect(
        topLeadingRadius: CGFloat = 0, bottomLeadingRadius: CGFloat = 0, bottomTrailingRadius: CGFloat = 0, topTrailingRadius: CGFloat = 0,
        style: RoundedCornerStyle = .continuous
    ) -> UnevenRoundedRectangle {
        UnevenRoundedRectangle(
            topLeadingRadius: topLeadingRadius, bottomLeadingRadius: bottomLeadingRadius, bottomTrailingRadius: bottomTrailingRadius,
            topTrailingRadius: topTrailingRadius, style: style)
    }
}
