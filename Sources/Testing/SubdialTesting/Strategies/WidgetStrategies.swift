import SubdialSnapshots
import SubdialSwiftUI
import SubdialWidgetKit
import SubdialWidgets

extension SnapshotStrategy where Value == TemplateWidget, Format == SnapshotFiles {
    /// The tree with all expressions evaluated, the layout of all nodes, and the pixels.
    ///
    /// - Parameter device: The device; nil for the family's default device.
    public static func widget(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { Self(family.family, colorScheme, device, SnapshotLevel.ofWidgets) }

    /// The tree, the layout and the pixels in a family that WidgetKit does not have.
    public static func widget(_ family: ScreenFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil) -> Self {
        Self(family.family, colorScheme, device, SnapshotLevel.ofWidgets)
    }

    /// The pixels only.
    public static func picture(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { Self(family.family, colorScheme, device, [.picture]) }

    /// The pixels only, in a family that WidgetKit does not have.
    public static func picture(_ family: ScreenFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil) -> Self {
        Self(family.family, colorScheme, device, [.picture])
    }
}

extension SnapshotStrategy where Value == TemplateWidget, Format == String {
    /// The tree with all expressions evaluated.
    public static func tree(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { Self(family.family, colorScheme, device, [.tree]) }

    /// The tree in a family that WidgetKit does not have.
    public static func tree(_ family: ScreenFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil) -> Self {
        Self(family.family, colorScheme, device, [.tree])
    }

    /// The layout of all nodes.
    public static func layout(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { Self(family.family, colorScheme, device, [.layout]) }

    /// The layout in a family that WidgetKit does not have.
    public static func layout(_ family: ScreenFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil) -> Self {
        Self(family.family, colorScheme, device, [.layout])
    }
}

extension SnapshotStrategy where Value == TemplateWidget {
    private init(
        _ family: SubdialWidgets.WidgetFamily?, _ colorScheme: ColorScheme, _ device: DeviceName?, _ levels: Set<SnapshotLevel>
    ) {
        self.init(family, colorScheme, device, levels) { .widget($0) }
    }
}

extension SnapshotStrategy {
    /// A strategy for a widget in its usual look.
    ///
    /// - Parameter family: The family; nil for one that is not drawn here, which is an error of the assertion.
    init(
        _ family: SubdialWidgets.WidgetFamily?, _ colorScheme: ColorScheme, _ device: DeviceName?, _ levels: Set<SnapshotLevel>,
        _ subject: @escaping @Sendable (Value) throws -> SnapshotSubject
    ) {
        var look = WidgetLook(family: family ?? .systemSmall)
        (look.appearance, look.device) = (colorScheme == .dark ? .dark : .light, device?.id)
        self.init(look: look, levels: levels, subject: subject)
        if family == nil { self = refusing(LookError("the family", "no device here has it")) }
    }
}

extension SubdialWidgetKit.WidgetFamily {
    /// The family of the engine; nil for one that it does not draw.
    var family: SubdialWidgets.WidgetFamily? { SubdialWidgets.WidgetFamily(rawValue: name) }
}
