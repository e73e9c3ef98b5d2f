public import Foundation
public import SubdialLayout

// Controls that WidgetKit does not draw, and of which Apple's look is a matter of the system: boxes with a sign; see ``UnsupportedView``.

/// A field for text: not drawn.
nonisolated public struct TextField<Label: View>: View {
    private let place: SourcePlace
    public init(
        text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control("TextField", in: context, at: view.place)
    }
}

extension TextField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, file: StaticString = #fileID, line: UInt = #line) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, text: Binding<String>, file: StaticString = #fileID, line: UInt = #line)
    {
        place = SourcePlace(file, line)
    }

    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, file: StaticString = #fileID, line: UInt = #line) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, text: Binding<String>, prompt: Text?, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis, file: StaticString = #fileID, line: UInt = #line) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, text: Binding<String>, axis: Axis, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil, file: StaticString = #fileID,
        line: UInt = #line
    )
    where F.FormatOutput == String {
        place = SourcePlace(file, line)
    }

    public init<V>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, formatter: Formatter, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }
}

/// A field for a password: not drawn.
nonisolated public struct SecureField<Label: View>: View {
    private let place: SourcePlace
    public init(
        text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control("SecureField", in: context, at: view.place)
    }
}

extension SecureField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, file: StaticString = #fileID, line: UInt = #line) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, text: Binding<String>, file: StaticString = #fileID, line: UInt = #line)
    {
        place = SourcePlace(file, line)
    }
}

/// An editor of text: not drawn.
nonisolated public struct TextEditor: View {
    private let place: SourcePlace
    public init(text: Binding<String>, file: StaticString = #fileID, line: UInt = #line) {
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control("TextEditor", in: context, at: view.place)
    }
}

/// A choice: not drawn.
nonisolated public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    private let place: SourcePlace
    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init(
        selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control("Picker", in: context, at: view.place)
    }
}

extension Picker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }
}

/// A choice of a date: not drawn.
nonisolated public struct DatePicker<Label: View>: View {
    private let place: SourcePlace
    public init(
        selection: Binding<Date>, displayedComponents: DatePickerComponents = [.hourAndMinute, .date], @ViewBuilder label: () -> Label,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control("DatePicker", in: context, at: view.place)
    }
}

extension DatePicker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, displayedComponents: DatePickerComponents = [.hourAndMinute, .date],
        file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date], file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, in range: ClosedRange<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date], file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date], file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date], file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date], file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, in range: PartialRangeThrough<Date>,
        displayedComponents: DatePickerComponents = [.hourAndMinute, .date], file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }
}

/// The parts of a date that can be chosen.
public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    public static let date = DatePickerComponents(rawValue: 2)
}

/// A choice of a colour: not drawn.
nonisolated public struct ColorPicker<Label: View>: View {
    private let place: SourcePlace
    public init(
        selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control("ColorPicker", in: context, at: view.place)
    }
}

extension ColorPicker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, selection: Binding<Color>, supportsOpacity: Bool = true, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }
}

/// A value that is dragged: not drawn.
nonisolated public struct Slider<Label: View, ValueLabel: View>: View {
    private let place: SourcePlace
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control("Slider", in: context, at: view.place)
    }
}

extension Slider where ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, file: StaticString = #fileID, line: UInt = #line
    ) where V.Stride: BinaryFloatingPoint {
        place = SourcePlace(file, line)
    }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in },
        file: StaticString = #fileID, line: UInt = #line
    ) where V.Stride: BinaryFloatingPoint {
        place = SourcePlace(file, line)
    }
}

/// A value with plus and minus: not drawn.
nonisolated public struct Stepper<Label: View>: View {
    private let place: SourcePlace
    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        UnsupportedView.control("Stepper", in: context, at: view.place)
    }
}

extension Stepper where Label == Text {
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    @_disfavoredOverload public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }

    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1, file: StaticString = #fileID, line: UInt = #line
    ) {
        place = SourcePlace(file, line)
    }
}
