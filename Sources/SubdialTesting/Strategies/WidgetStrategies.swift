import Layout
import Snapshots
import Timeline
import Widgets

extension SnapshotStrategy where Value == Widget, Format == SnapshotFiles {
    /// The tree with every expression evaluated, the layout of every node, and the pixels.
    ///
    /// - Parameter device: nil for the one that the family is usually drawn on.
    public static func widget(_ family: WidgetFamily, _ appearance: Appearance = .dark, device: DeviceName? = nil) -> Self {
        Self(WidgetLook(family: family, appearance: appearance, device: device), SnapshotLevel.ofWidgets)
    }

    /// The pixels alone.
    public static func picture(_ family: WidgetFamily, _ appearance: Appearance = .dark, device: DeviceName? = nil) -> Self {
        Self(WidgetLook(family: family, appearance: appearance, device: device), [.picture])
    }
}

extension SnapshotStrategy where Value == Widget, Format == String {
    /// The tree with every expression evaluated.
    public static func tree(_ family: WidgetFamily, _ appearance: Appearance = .dark, device: DeviceName? = nil) -> Self {
        Self(WidgetLook(family: family, appearance: appearance, device: device), [.tree])
    }

    /// The layout of every node.
    public static func layout(_ family: WidgetFamily, _ appearance: Appearance = .dark, device: DeviceName? = nil) -> Self {
        Self(WidgetLook(family: family, appearance: appearance, device: device), [.layout])
    }
}

extension SnapshotStrategy where Value == Widget {
    private init(_ look: WidgetLook, _ levels: Set<SnapshotLevel>) {
        self.init(look: look, levels: levels) { .widget($0) }
    }
}

// Looks

extension SnapshotStrategy {
    /// How the system draws it.
    public func mode(_ mode: RenderingMode) -> Self { look(\.mode, mode) }

    /// The theme, by its name.
    public func theme(_ name: String) -> Self { look(\.theme, name) }

    /// How large its text is.
    public func typeSize(_ size: TypeSize) -> Self { look(\.typeSize, size) }

    /// The language, as a BCP 47 tag.
    public func language(_ tag: String) -> Self { look(\.language, tag) }

    /// Where the system shows it.
    public func placement(_ placement: WidgetPlacement) -> Self { look(\.placement, placement) }

    /// The side on which texts and stacks begin.
    public func direction(_ direction: LayoutDirection) -> Self { look(\.direction, direction) }

    /// The parts that are hidden.
    public func redacted(_ reason: Redaction) -> Self { look(\.redaction, reason) }

    /// The colour of a tinted home screen or of a watch's face, as `#RRGGBB`.
    public func tint(_ color: String) -> Self { look(\.details.tint, color) }

    /// A picture behind the widget, relative to the test's file.
    public func backdrop(_ file: String) -> Self { look(\.details.backdrop, file) }

    /// StandBy in the dark.
    public func night() -> Self { look(\.details.isNight, true) }

    /// An Always-On display.
    public func reducedLuminance() -> Self { look(\.details.isLuminanceReduced, true) }

    /// Without the widget's own ground.
    public func hidesBackground() -> Self { look(\.details.hidesBackground, true) }

    /// With square corners.
    public func square() -> Self { look(\.details.isSquare, true) }

    /// Pixels to a point.
    public func scale(_ scale: Double) -> Self { look(\.details.scale, scale) }

    /// The inks of an e-ink panel; without any, the device's own.
    public func panel(_ inks: SnapshotPanel = SnapshotPanel()) -> Self { look(\.details.panel, inks) }

    /// So many seconds after the entry's date; of several entries the one that is shown then.
    public func after(seconds: Double) -> Self { look(\.details.moment, seconds) }

    /// A frame of an animation, in which symbols move.
    public func animated() -> Self { look(\.details.isAnimated, true) }

    private func look<Setting>(_ path: WritableKeyPath<WidgetLook, Setting>, _ value: Setting) -> Self {
        var strategy = self
        strategy.look?[keyPath: path] = value
        return strategy
    }
}
