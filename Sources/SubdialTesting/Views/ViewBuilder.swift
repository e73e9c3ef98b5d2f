/// Puts views together, as SwiftUI's builder of that name does.
@resultBuilder public enum ViewBuilder {
    /// A view alone.
    public static func buildExpression(_ view: View) -> [View] { [view] }
    /// Views that were put together before.
    public static func buildExpression(_ views: [View]) -> [View] { views }
    /// Views one after the other.
    public static func buildBlock(_ views: [View]...) -> [View] { views.flatMap { $0 } }
    /// Views where a condition holds.
    public static func buildOptional(_ views: [View]?) -> [View] { views ?? [] }
    /// The views of a branch.
    public static func buildEither(first views: [View]) -> [View] { views }
    /// The views of the other branch.
    public static func buildEither(second views: [View]) -> [View] { views }
    /// The views of a loop.
    public static func buildArray(_ views: [[View]]) -> [View] { views.flatMap { $0 } }
    /// Views that only some platforms have.
    public static func buildLimitedAvailability(_ views: [View]) -> [View] { views }
}
