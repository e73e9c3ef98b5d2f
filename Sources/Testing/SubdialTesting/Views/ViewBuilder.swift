/// Combines views, like SwiftUI's builder of that name.
@resultBuilder public enum ViewBuilder {
    /// A single view.
    public static func buildExpression(_ view: View) -> [View] { [view] }
    /// An array of views.
    public static func buildExpression(_ views: [View]) -> [View] { views }
    /// Consecutive views.
    public static func buildBlock(_ views: [View]...) -> [View] { views.flatMap { $0 } }
    /// The views of an `if` without `else`.
    public static func buildOptional(_ views: [View]?) -> [View] { views ?? [] }
    /// The views of the first branch.
    public static func buildEither(first views: [View]) -> [View] { views }
    /// The views of the second branch.
    public static func buildEither(second views: [View]) -> [View] { views }
    /// The views of a loop.
    public static func buildArray(_ views: [[View]]) -> [View] { views.flatMap { $0 } }
    /// Views with limited availability.
    public static func buildLimitedAvailability(_ views: [View]) -> [View] { views }
}
