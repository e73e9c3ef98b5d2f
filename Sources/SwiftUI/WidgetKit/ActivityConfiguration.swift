import Foundation
public import SubdialActivityKit
public import SubdialSwiftUI

/// The type of the user activity with which an activity without an address opens the app: no effect in a picture.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let NSUserActivityTypeLiveActivity: String = "NSUserActivityTypeLiveActivity"

/// What the views of an activity are made from.
public struct ActivityViewContext<Attributes> where Attributes: ActivityAttributes {
    /// The identifier; it is the same in each run for an activity that was not requested.
    public let activityID: String
    public let attributes: Attributes
    public let state: Attributes.ContentState
    /// True if the stale date has passed at the date of the picture.
    public let isStale: Bool

    /// The context of an activity at a date; nil for attributes of another type.
    init?(_ sample: ActivitySample, at date: Date) {
        guard let attributes = sample.attributes as? Attributes, let state = sample.state as? Attributes.ContentState else { return nil }
        activityID = sample.id
        self.attributes = attributes
        self.state = state
        isStale = sample.isStale(at: date)
    }
}

/// The views of a live activity.
nonisolated public struct ActivityConfiguration<Attributes>: WidgetConfiguration where Attributes: ActivityAttributes {
    public typealias Body = Never

    private let source: ActivitySource

    /// Creates the configuration of the activities with attributes of a type.
    ///
    /// - Parameters:
    ///   - content: Makes the view of the lock screen, and of other families.
    ///   - dynamicIsland: Makes the views of the Dynamic Island.
    @MainActor @preconcurrency
    public init<Content: View>(
        for attributesType: Attributes.Type, @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) {
        source = ActivitySource(
            attributes: attributesType,
            content: { ActivityViewContext<Attributes>($0, at: $1).map { AnyView(content($0)) } },
            island: { ActivityViewContext<Attributes>($0, at: $1).map(dynamicIsland) })
    }

    @MainActor public static func _declaration(of configuration: Self) -> _WidgetDeclaration {
        var declaration = _WidgetDeclaration("\(Attributes.self)", configuration.source)
        declaration.families = ActivitySource.presentations
        return declaration
    }
}

extension WidgetConfiguration {
    /// Sets the families of an activity besides `medium`: a watch and a car show `small` by the activity's own view.
    nonisolated public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> some WidgetConfiguration {
        declaring { declaration in
            guard var source = declaration.content as? ActivitySource else { return }
            source.families.formUnion(families)
            declaration.content = source
        }
    }
}

/// The views of an activity of any type.
package struct ActivitySource: WidgetContent {
    /// The type of the attributes.
    package let attributes: any ActivityAttributes.Type
    /// The families for which the view of the lock screen is made.
    package var families: Set<ActivityFamily> = [.medium]
    /// The view of the lock screen at a date; nil for attributes of another type.
    package let content: (ActivitySample, Date) -> AnyView?
    /// The Dynamic Island at a date; nil for attributes of another type.
    package let island: (ActivitySample, Date) -> DynamicIsland?

    /// The names of the presentations that each activity has.
    static let presentations = [
        "lockScreen", "compactLeading", "compactTrailing", "minimal", "expanded", "island", "smartStack", "carPlay",
    ]

    /// True for a sample with attributes of the type.
    package func accepts(_ sample: ActivitySample) -> Bool { type(of: sample.attributes) == attributes }
}
