public import Foundation
internal import SubdialLayout

extension View {
    nonisolated public func padding(_ insets: EdgeInsets) -> some View { adding(.padding(insets.insets)) }

    /// A nil length is 16 points.
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        adding(.padding(EdgeInsets(edges, length ?? defaultPadding).insets))
    }

    nonisolated public func padding(_ length: CGFloat) -> some View { adding(.padding(Insets(all: length))) }

    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center, file: StaticString = #fileID, line: UInt = #line
    ) -> some View {
        adding { context in
            let valid = width.isLength && height.isLength
            if !valid {
                context.warn("frame: a negative or infinite length is ignored", at: SourcePlace(file, line))
            }
            return [.frame(width: width.map { Double($0) }, height: height.map { Double($0) }, alignment: alignment.layout)]
        }
    }

    /// The view as it is.
    @available(*, deprecated, message: "Please pass one or more parameters.")
    nonisolated public func frame() -> some View { self }

    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        adding(
            .flexibleFrame(
                FlexibleFrame(
                    horizontal: limits(minWidth, idealWidth, maxWidth), vertical: limits(minHeight, idealHeight, maxHeight),
                    alignment: alignment.layout)))
    }

    nonisolated public func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }

    nonisolated public func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        adding(.fixedSize(horizontal: horizontal, vertical: vertical))
    }

    nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        adding(.aspectRatio(aspectRatio.map { Double($0) }, contentMode.layout))
    }

    nonisolated public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some View {
        let ratio = aspectRatio.height > 0 ? aspectRatio.width / aspectRatio.height : 0
        return self.aspectRatio(ratio, contentMode: contentMode)
    }

    nonisolated public func scaledToFit() -> some View { aspectRatio(nil, contentMode: .fit) }

    nonisolated public func scaledToFill() -> some View { aspectRatio(nil, contentMode: .fill) }

    nonisolated public func layoutPriority(_ value: Double) -> some View { adding(.layoutPriority(value)) }

    nonisolated public func position(_ position: CGPoint) -> some View { adding(.position(x: position.x, y: position.y)) }

    nonisolated public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { adding(.position(x: x, y: y)) }

    nonisolated public func offset(_ offset: CGSize) -> some View { adding(.offset(x: offset.width, y: offset.height)) }

    nonisolated public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { adding(.offset(x: x, y: y)) }

    nonisolated public func zIndex(_ value: Double) -> some View { adding(.zIndex(value)) }
}

/// How a view with an aspect ratio lies in the space that it is offered.
public enum ContentMode: CaseIterable, Hashable, Sendable {
    case fit, fill

    fileprivate var layout: Modifier.ContentMode { self == .fit ? .fit : .fill }
}

/// The distance of `padding()` without a length, in points.
let defaultPadding: CGFloat = 16

private func limits(_ minimum: CGFloat?, _ ideal: CGFloat?, _ maximum: CGFloat?) -> FlexibleFrame.Limits {
    .init(minimum: minimum.map { Double($0) }, ideal: ideal.map { Double($0) }, maximum: maximum.map { Double($0) })
}

extension CGFloat? {
    /// True for nil or a length that a fixed frame can have.
    fileprivate var isLength: Bool { map { $0 >= 0 && $0.isFinite } ?? true }
}

// MARK: The container

extension View {
    /// The size of the widget without its margins on some axes.
    nonisolated public func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
        containerRelativeFrame(axes, alignment: alignment) { length, _ in length }
    }

    nonisolated public func containerRelativeFrame(
        _ axes: Axis.Set, count: Int, span: Int = 1, spacing: CGFloat, alignment: Alignment = .center
    ) -> some View {
        containerRelativeFrame(axes, alignment: alignment) { length, _ in
            let (count, span) = (CGFloat(max(1, count)), CGFloat(max(1, span)))
            return (length - spacing * (count - 1)) / count * span + spacing * (span - 1)
        }
    }

    nonisolated public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
    ) -> some View {
        adding { context in
            let size = context.environment.containerSize
            let width = axes.contains(.horizontal) ? max(0, length(size.width, .horizontal)) : nil
            let height = axes.contains(.vertical) ? max(0, length(size.height, .vertical)) : nil
            return [.frame(width: width.map { Double($0) }, height: height.map { Double($0) }, alignment: alignment.layout)]
        }
    }
}
