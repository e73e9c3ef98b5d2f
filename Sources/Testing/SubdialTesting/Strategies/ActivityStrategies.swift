import SubdialLayout
import SubdialSnapshots
public import SubdialSwiftUI
public import SubdialTimeline
import SubdialWidgets

// A live activity is drawn in a presentation in place of a family.

extension SnapshotStrategy where Value: SubdialSwiftUI.Widget, Format == SnapshotFiles {
    /// The tree, the layout and the pixels of a live activity in a presentation.
    ///
    /// - Parameters:
    ///   - colorScheme: The scheme of the lock screen; the Dynamic Island is always dark.
    ///   - device: The device; nil for the default one of the presentation.
    public static func activity(
        _ presentation: ActivityPresentation, _ colorScheme: SubdialSwiftUI.ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofActivity(presentation, colorScheme, device, SnapshotLevel.ofWidgets) }

    /// The pixels of a live activity in a presentation.
    public static func picture(
        _ presentation: ActivityPresentation, _ colorScheme: SubdialSwiftUI.ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofActivity(presentation, colorScheme, device, [.picture]) }
}

extension SnapshotStrategy where Value: SubdialSwiftUI.Widget, Format == String {
    /// The tree of a live activity in a presentation.
    public static func tree(
        _ presentation: ActivityPresentation, _ colorScheme: SubdialSwiftUI.ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofActivity(presentation, colorScheme, device, [.tree]) }

    /// The layout of a live activity in a presentation.
    public static func layout(
        _ presentation: ActivityPresentation, _ colorScheme: SubdialSwiftUI.ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofActivity(presentation, colorScheme, device, [.layout]) }
}

extension SnapshotStrategy where Value: SubdialSwiftUI.Widget {
    fileprivate static func ofActivity(
        _ presentation: ActivityPresentation, _ colorScheme: SubdialSwiftUI.ColorScheme, _ device: DeviceName?, _ levels: Set<SnapshotLevel>
    ) -> Self {
        var strategy = Self(.systemMedium, colorScheme, device, levels, Self.ofWidget).presentation(presentation)
        strategy.isOfActivity = true
        return strategy
    }
}

extension Array {
    /// All presentations of a live activity: those of a phone, that of a watch and that of a car.
    ///
    ///     assertSnapshots(of: ScoreActivity(), activity: activity, as: .everyPresentation(.light))
    ///
    /// - Parameter device: The phone; nil for the default one.
    public static func everyPresentation<Value: SubdialSwiftUI.Widget>(
        _ colorScheme: SubdialSwiftUI.ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self where Element == SnapshotStrategy<Value, SnapshotFiles> {
        ActivityPresentation.allCases.map { .activity($0, colorScheme, device: $0 == .smartStack ? nil : device) }
    }
}
