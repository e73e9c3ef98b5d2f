import SubdialRendering
import SubdialSnapshots
public import SubdialSwiftUI
public import SubdialWidgetKit
import SubdialWidgets

// A view is drawn alone; a widget with an entry of its provider. Both have the same strategies.

extension SnapshotStrategy where Value: View, Format == SnapshotFiles {
    /// The tree, the layout and the pixels of a view in a widget's place.
    ///
    /// - Parameter device: The device; nil for the family's default device.
    public static func widget(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofView(family.family, colorScheme, device, SnapshotLevel.ofWidgets) }

    /// The tree, the layout and the pixels of a view in a family that WidgetKit does not have.
    public static func widget(_ family: ScreenFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil) -> Self {
        ofView(family.family, colorScheme, device, SnapshotLevel.ofWidgets)
    }

    /// The pixels of a view in a widget's place.
    public static func picture(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofView(family.family, colorScheme, device, [.picture]) }

    /// The pixels of a view in a family that WidgetKit does not have.
    public static func picture(_ family: ScreenFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil) -> Self {
        ofView(family.family, colorScheme, device, [.picture])
    }
}

extension SnapshotStrategy where Value: View, Format == String {
    /// The tree of a view in a widget's place.
    public static func tree(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofView(family.family, colorScheme, device, [.tree]) }

    /// The tree of a view in a family that WidgetKit does not have.
    public static func tree(_ family: ScreenFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil) -> Self {
        ofView(family.family, colorScheme, device, [.tree])
    }

    /// The layout of a view in a widget's place.
    public static func layout(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofView(family.family, colorScheme, device, [.layout]) }

    /// The layout of a view in a family that WidgetKit does not have.
    public static func layout(_ family: ScreenFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil) -> Self {
        ofView(family.family, colorScheme, device, [.layout])
    }
}

extension SnapshotStrategy where Value: SubdialSwiftUI.Widget, Format == SnapshotFiles {
    /// The tree, the layout and the pixels of a widget with an entry of its provider.
    ///
    /// Without ``SnapshotStrategy/at(_:)`` it is the first entry of the timeline.
    ///
    /// - Parameter device: The device; nil for the family's default device.
    public static func widget(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofWidget(family.family, colorScheme, device, SnapshotLevel.ofWidgets) }

    /// The pixels of a widget with an entry of its provider.
    public static func picture(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofWidget(family.family, colorScheme, device, [.picture]) }
}

extension SnapshotStrategy where Value: SubdialSwiftUI.Widget, Format == String {
    /// The tree of a widget with an entry of its provider.
    public static func tree(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofWidget(family.family, colorScheme, device, [.tree]) }

    /// The layout of a widget with an entry of its provider.
    public static func layout(
        _ family: SubdialWidgetKit.WidgetFamily, _ colorScheme: ColorScheme = .dark, device: DeviceName? = nil
    ) -> Self { ofWidget(family.family, colorScheme, device, [.layout]) }

    /// The timeline of the provider as text: the entries with what changes from one to the next, and the policy of the next reload.
    ///
    /// A timeline that begins when the provider is asked says `now` in place of a date. Only texts, numbers, truths, dates and cases without
    /// values are told; hide those that depend on the clock with ``SnapshotStrategy/mask(_:)``.
    ///
    /// - Parameter family: The family that the provider is asked for.
    public static func timeline(_ family: SubdialWidgetKit.WidgetFamily = .systemSmall, device: DeviceName? = nil) -> Self {
        var look = WidgetLook(family: family.family ?? .systemSmall)
        look.device = device?.id
        return Self(
            levels: [.timeline], words: ["timeline", family.name], timelineLook: look,
            subject: unsafely { [look] in
                .provider(try ViewSubject.evaluating($0, ViewSubject.init(widget:)), look)
            })
    }
}

extension SnapshotStrategy where Value: SubdialSwiftUI.Widget {
    /// Shows another entry of the provider than that of its timeline.
    public func showing(_ entry: ProvidedEntry) -> Self {
        var strategy = self
        strategy.provided = entry
        if entry == .placeholder, strategy.look?.redaction == nil { strategy.look?.redaction = .placeholder }
        return strategy
    }

    fileprivate static func ofWidget(
        _ family: SubdialWidgets.WidgetFamily?, _ colorScheme: ColorScheme, _ device: DeviceName?, _ levels: Set<SnapshotLevel>
    ) -> Self { Self(family, colorScheme, device, levels, ofWidget) }

    /// The subject of a widget whose provider is asked.
    static var ofWidget: @Sendable (Value) throws -> SnapshotSubject {
        unsafely { .view(try ViewSubject.evaluating($0, ViewSubject.init(widget:))) }
    }
}

extension SnapshotStrategy where Value: View {
    fileprivate static func ofView(
        _ family: SubdialWidgets.WidgetFamily?, _ colorScheme: ColorScheme, _ device: DeviceName?, _ levels: Set<SnapshotLevel>
    ) -> Self {
        Self(family, colorScheme, device, levels, unsafely { .view(ViewSubject(.view(ViewContent($0)))) })
    }
}

extension SnapshotStrategy {
    /// A closure that captures only the type of the view or the widget, whose conformance the compiler calls unsafe to send.
    static func unsafely(
        _ subject: @escaping (Value) throws -> SnapshotSubject
    ) -> @Sendable (Value) throws -> SnapshotSubject {
        nonisolated(unsafe) let subject = subject
        return { try subject($0) }
    }

    /// Sets what happens with the warnings of a view: with what is not drawn as the source says.
    public func warnings(_ warnings: SnapshotWarnings) -> Self {
        var strategy = self
        strategy.warnings = warnings
        return strategy
    }
}

/// An entry of a widget's provider.
public enum ProvidedEntry: String, Sendable, Hashable, CaseIterable {
    /// The entry that the timeline has at the date.
    case timeline
    /// The entry of `getSnapshot`.
    case snapshot
    /// The entry of `placeholder`, redacted.
    case placeholder
}

/// What happens with the warnings of a view.
public enum SnapshotWarnings: Sendable, Hashable, CaseIterable {
    /// The test tells each one once, and passes.
    case tell
    /// The test fails.
    case fail
    /// Nothing.
    case ignore
}
