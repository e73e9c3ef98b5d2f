import SubdialLayout
import SubdialSnapshots
import SubdialSwiftUI
public import SubdialWidgetKit
import SubdialWidgets

/// A size of a control in the Control Center.
public enum ControlSizeName: String, Sendable, Hashable, CaseIterable {
    /// A circle with the symbol.
    case small
    /// A capsule with the symbol, the title and the state.
    case medium
    /// A square with the same.
    case large

    fileprivate var form: ControlForm {
        switch self {
        case .small: .small
        case .medium: .medium
        case .large: .large
        }
    }
}

extension SnapshotStrategy where Value: ControlWidget, Format == SnapshotFiles {
    /// The tree, the layout and the pixels of a control with the value of its provider.
    public static func control(_ size: ControlSizeName) -> Self { ofControl(size, SnapshotLevel.ofWidgets) }

    /// The pixels of a control with the value of its provider.
    public static func controlPicture(_ size: ControlSizeName) -> Self { ofControl(size, [.picture]) }
}

extension SnapshotStrategy where Value: ControlWidget, Format == String {
    /// The tree of a control with the value of its provider.
    public static func controlTree(_ size: ControlSizeName) -> Self { ofControl(size, [.tree]) }

    /// The layout of a control with the value of its provider.
    public static func controlLayout(_ size: ControlSizeName) -> Self { ofControl(size, [.layout]) }
}

extension SnapshotStrategy where Value: ControlWidget {
    private static func ofControl(_ size: ControlSizeName, _ levels: Set<SnapshotLevel>) -> Self {
        Self(
            look: WidgetLook(control: size.form), levels: levels,
            subject: unsafely { .view(try ViewSubject.evaluating($0, ViewSubject.init(control:))) })
    }
}
