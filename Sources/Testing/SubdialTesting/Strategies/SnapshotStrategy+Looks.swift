import SubdialDrawing
import SubdialLayout
import SubdialSnapshots
import SubdialSwiftUI
import SubdialTimeline
import SubdialWidgetKit
import SubdialWidgets

import class Foundation.Bundle

extension SnapshotStrategy {
    /// Draws a part of a live activity in place of the family.
    public func presentation(_ presentation: ActivityPresentation) -> Self { setting(\.presentation, presentation) }

    /// Sets the rendering mode.
    public func mode(_ mode: WidgetRenderingMode) -> Self { setting(\.mode, RenderingMode(rawValue: mode.description) ?? .fullColor) }

    /// Sets the theme, by name.
    public func theme(_ name: String) -> Self { setting(\.theme, name) }

    /// Sets the text size.
    public func typeSize(_ size: DynamicTypeSize) -> Self { setting(\.typeSize, TypeSize.allCases[size.index]) }

    /// Sets the language, as a BCP 47 tag.
    public func language(_ tag: String) -> Self { setting(.language, .text(tag)) }

    /// Sets the placement in the system.
    public func placement(_ placement: WidgetPlacement) -> Self { setting(\.placement, placement) }

    /// Sets the layout direction of texts and stacks.
    public func direction(_ direction: SubdialSwiftUI.LayoutDirection) -> Self {
        setting(\.direction, direction == .rightToLeft ? .rightToLeft : .leftToRight)
    }

    /// Sets the redaction.
    public func redacted(_ reason: Redaction) -> Self { setting(\.redaction, reason) }

    /// Sets the colour of a tinted home screen or of a watch face, as `#RRGGBB`.
    public func tint(_ color: String) -> Self { setting(.tint, .text(color)) }

    /// Sets the picture behind the widget, relative to the test's file, or to the resources of a bundle.
    public func backdrop(_ file: String, in bundle: Bundle? = nil) -> Self {
        setting(\.backdrop, bundle.map { TestResources.path(file, in: $0.bundlePath) } ?? file)
    }

    /// Enables the night mode of StandBy.
    public func night() -> Self { setting(\.isNight, true) }

    /// Enables the reduced luminance of an Always-On display.
    public func reducedLuminance() -> Self { setting(\.isLuminanceReduced, true) }

    /// Omits the widget's own background.
    public func hidesBackground() -> Self { setting(\.hidesBackground, true) }

    /// Uses square corners.
    public func square() -> Self { setting(\.isSquare, true) }

    /// Sets the scale, in pixels per point.
    public func scale(_ scale: Double) -> Self { setting(.scale, .number(scale)) }

    /// Sets the inks of an e-ink panel; by default the device's own.
    public func panel(_ inks: SnapshotPanel = SnapshotPanel()) -> Self {
        do throws(InkError) {
            return setting(\.panel, try inks.choice)
        } catch {
            return refusing(LookError("panel(_:)", error.description))
        }
    }

    /// Sets the displayed time, in seconds after the entry's date or that of `at`; of several entries, the one at that time is shown.
    public func after(seconds: Double) -> Self {
        guard seconds.isFinite, seconds.magnitude <= 1e9 else {
            return refusing(LookError("after(seconds:)", takes: "a number of up to 1e9", not: "\(seconds)"))
        }
        return setting(\.moment, seconds)
    }

    /// Draws a frame of an animation, in which symbols move.
    public func animated() -> Self { setting(\.isAnimated, true) }

    private func setting<Setting>(_ path: WritableKeyPath<WidgetLook, Setting>, _ value: Setting) -> Self {
        var strategy = self
        strategy.look?[keyPath: path] = value
        return strategy
    }

    /// Sets an axis by a value that may be invalid.
    func setting(_ axis: LookAxis, _ value: LookValue) -> Self {
        var strategy = self
        guard var look else { return self }
        guard axis.set(value, in: &look) else { return refusing(LookError(axis, value)) }
        strategy.look = look
        return strategy
    }
}
