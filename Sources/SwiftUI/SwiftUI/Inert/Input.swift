public import Foundation

extension View {
    /// No effect in a picture.
    nonisolated public func focused<Value: Hashable>(_ binding: FocusState<Value>.Binding, equals value: Value) -> some View { self }

    /// No effect in a picture.
    nonisolated public func focused(_ condition: FocusState<Bool>.Binding) -> some View { self }

    /// No effect in a picture.
    nonisolated public func focusable(_ isFocusable: Bool = true) -> some View { self }

    /// No effect in a picture.
    nonisolated public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func menuStyle<S: MenuStyle>(_ style: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func formStyle<S: FormStyle>(_ style: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func listStyle<S: ListStyle>(_ style: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }

    /// No effect in a picture.
    nonisolated public func disableAutocorrection(_ disable: Bool?) -> some View { self }

    /// No effect in a picture.
    nonisolated public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { self }

    /// No effect in a picture.
    nonisolated public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View { self }

    /// No effect in a picture.
    nonisolated public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { self }

    /// No effect in a picture.
    nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func help(_ textKey: LocalizedStringKey) -> some View { self }

    /// No effect in a picture.
    @_disfavoredOverload
    nonisolated public func help<S: StringProtocol>(_ text: S) -> some View { self }

    /// No effect in a picture.
    nonisolated public func scrollContentBackground(_ visibility: Visibility) -> some View { self }

    /// No effect in a picture.
    nonisolated public func scrollDisabled(_ disabled: Bool) -> some View { self }

    /// No effect in a picture.
    nonisolated public func scrollIndicators(_ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal])
        -> some View
    { self }

    /// No effect in a picture.
    nonisolated public func scrollTargetLayout(isEnabled: Bool = true) -> some View { self }

    /// No effect in a picture.
    nonisolated public func scrollDismissesKeyboard(_ mode: ScrollDismissesKeyboardMode) -> some View { self }

    /// No effect in a picture.
    nonisolated public func scrollClipDisabled(_ disabled: Bool = true) -> some View { self }

    /// No effect in a picture.
    nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View { self }

    /// No effect in a picture.
    nonisolated public func listRowBackground<V: View>(_ view: V?) -> some View { self }

    /// No effect in a picture.
    nonisolated public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }

    /// No effect in a picture.
    nonisolated public func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { self }

    /// No effect in a picture.
    nonisolated public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }

    /// No effect in a picture.
    nonisolated public func listRowSpacing(_ spacing: CGFloat?) -> some View { self }

    /// No effect in a picture.
    nonisolated public func listSectionSpacing(_ spacing: CGFloat) -> some View { self }

    /// No effect in a picture.
    nonisolated public func listItemTint(_ tint: Color?) -> some View { self }

    /// No effect in a picture.
    nonisolated public func deleteDisabled(_ isDisabled: Bool) -> some View { self }

    /// No effect in a picture.
    nonisolated public func moveDisabled(_ isDisabled: Bool) -> some View { self }

    /// No effect in a picture.
    nonisolated public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View { self }

    /// No effect in a picture.
    nonisolated public func badge(_ count: Int) -> some View { self }

    /// No effect in a picture.
    nonisolated public func badge(_ label: Text?) -> some View { self }

    /// No effect in a picture.
    nonisolated public func badge(_ key: LocalizedStringKey?) -> some View { self }

    /// No effect in a picture.
    nonisolated public func selectionDisabled(_ isDisabled: Bool = true) -> some View { self }

    /// No effect in a picture.
    nonisolated public func defersSystemGestures(on edges: Edge.Set) -> some View { self }

    /// No effect in a picture.
    nonisolated public func persistentSystemOverlays(_ visibility: Visibility) -> some View { self }
}

/// A look of controls that are not drawn.
public struct _ControlLook: DatePickerStyle, FormStyle, ListStyle, MenuStyle, PickerStyle, TextFieldStyle, TextSelectability, Sendable {}

/// The look of fields: no effect in a picture.
public protocol TextFieldStyle {}

extension TextFieldStyle where Self == _ControlLook {
    public static var automatic: _ControlLook { _ControlLook() }
    public static var plain: _ControlLook { _ControlLook() }
    public static var roundedBorder: _ControlLook { _ControlLook() }
}

/// The look of choices: no effect in a picture.
public protocol PickerStyle {}

extension PickerStyle where Self == _ControlLook {
    public static var automatic: _ControlLook { _ControlLook() }
    public static var inline: _ControlLook { _ControlLook() }
    public static var menu: _ControlLook { _ControlLook() }
    public static var navigationLink: _ControlLook { _ControlLook() }
    public static var palette: _ControlLook { _ControlLook() }
    public static var segmented: _ControlLook { _ControlLook() }
    public static var wheel: _ControlLook { _ControlLook() }
}

/// The look of choices of dates: no effect in a picture.
public protocol DatePickerStyle {}

extension DatePickerStyle where Self == _ControlLook {
    public static var automatic: _ControlLook { _ControlLook() }
    public static var compact: _ControlLook { _ControlLook() }
    public static var graphical: _ControlLook { _ControlLook() }
    public static var wheel: _ControlLook { _ControlLook() }
}

/// The look of menus: no effect in a picture.
public protocol MenuStyle {}

extension MenuStyle where Self == _ControlLook {
    public static var automatic: _ControlLook { _ControlLook() }
    public static var button: _ControlLook { _ControlLook() }
}

/// The look of forms: no effect in a picture.
public protocol FormStyle {}

extension FormStyle where Self == _ControlLook {
    public static var automatic: _ControlLook { _ControlLook() }
    public static var columns: _ControlLook { _ControlLook() }
    public static var grouped: _ControlLook { _ControlLook() }
}

/// The look of lists: no effect in a picture.
public protocol ListStyle {}

extension ListStyle where Self == _ControlLook {
    public static var automatic: _ControlLook { _ControlLook() }
    public static var grouped: _ControlLook { _ControlLook() }
    public static var inset: _ControlLook { _ControlLook() }
    public static var insetGrouped: _ControlLook { _ControlLook() }
    public static var plain: _ControlLook { _ControlLook() }
    public static var sidebar: _ControlLook { _ControlLook() }
}

/// Whether text can be selected: no effect in a picture.
public protocol TextSelectability {}

extension TextSelectability where Self == _ControlLook {
    public static var enabled: _ControlLook { _ControlLook() }
    public static var disabled: _ControlLook { _ControlLook() }
}

/// The capitals that a keyboard sets: no effect in a picture.
public struct TextInputAutocapitalization: Sendable {
    public static let never = TextInputAutocapitalization()
    public static let words = TextInputAutocapitalization()
    public static let sentences = TextInputAutocapitalization()
    public static let characters = TextInputAutocapitalization()
}

/// The bars that show a position: no effect in a picture.
public struct ScrollIndicatorVisibility: Equatable, Sendable {
    public static let automatic = ScrollIndicatorVisibility()
    public static let visible = ScrollIndicatorVisibility()
    public static let hidden = ScrollIndicatorVisibility()
    public static let never = ScrollIndicatorVisibility()
}

/// What closes a keyboard: no effect in a picture.
public struct ScrollDismissesKeyboardMode: Equatable, Sendable {
    public static let automatic = ScrollDismissesKeyboardMode()
    public static let immediately = ScrollDismissesKeyboardMode()
    public static let interactively = ScrollDismissesKeyboardMode()
    public static let never = ScrollDismissesKeyboardMode()
}

/// A key: no effect in a picture.
public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public var character: Character

    public init(_ character: Character) { self.character = character }

    public init(extendedGraphemeClusterLiteral: Character) { character = extendedGraphemeClusterLiteral }

    public static let `return` = KeyEquivalent("\r")
    public static let escape = KeyEquivalent("\u{1B}")
    public static let space = KeyEquivalent(" ")
    public static let delete = KeyEquivalent("\u{8}")
    public static let tab = KeyEquivalent("\t")
}

/// The keys that are held: no effect in a picture.
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let capsLock = EventModifiers(rawValue: 1)
    public static let shift = EventModifiers(rawValue: 2)
    public static let control = EventModifiers(rawValue: 4)
    public static let option = EventModifiers(rawValue: 8)
    public static let command = EventModifiers(rawValue: 16)
}

/// The keys for an action: no effect in a picture.
public struct KeyboardShortcut: Hashable, Sendable {
    public var key: KeyEquivalent

    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) { self.key = key }

    public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}
