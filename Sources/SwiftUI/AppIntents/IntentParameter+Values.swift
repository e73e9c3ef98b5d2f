public import Foundation
public import SubdialSwiftUI

// The system's screens alone use what is not the title, the default or the query: no effect in a picture.

extension IntentParameter {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, defaultValue, place: SourcePlace(file, line))
    }

    public convenience init(
        description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(nil, description, defaultValue, place: SourcePlace(file, line))
    }

    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, defaultValue, optionsProvider, place: SourcePlace(file, line))
    }

    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        requestValueDialog: IntentDialog? = nil, requestDisambiguationDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, query: Query, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, defaultValue, query, place: SourcePlace(file, line))
    }

    public convenience init<Query: EntityQuery>(
        description: LocalizedStringResource? = nil, requestValueDialog: IntentDialog? = nil, query: Query,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(nil, description, nil, query, place: SourcePlace(file, line))
    }
}

// MARK: Lists

/// The number of items in a list.
public struct IntentCollectionSize: Hashable, Sendable, ExpressibleByIntegerLiteral {
    private let least: Int
    private let most: Int

    public init(integerLiteral value: Int) { (least, most) = (value, value) }

    public init(min: Int, max: Int) { (least, most) = (min, max) }

    public init(exactly size: Int) { (least, most) = (size, size) }
}

/// The family of a widget in the settings of an intent.
public struct IntentWidgetFamily: Hashable, Sendable {
    private let name: String

    public static let systemSmall = IntentWidgetFamily(name: "systemSmall")
    public static let systemMedium = IntentWidgetFamily(name: "systemMedium")
    public static let systemLarge = IntentWidgetFamily(name: "systemLarge")
    public static let systemExtraLarge = IntentWidgetFamily(name: "systemExtraLarge")
    public static let accessoryCircular = IntentWidgetFamily(name: "accessoryCircular")
    public static let accessoryRectangular = IntentWidgetFamily(name: "accessoryRectangular")
    public static let accessoryInline = IntentWidgetFamily(name: "accessoryInline")
    public static let accessoryCorner = IntentWidgetFamily(name: "accessoryCorner")
}

extension IntentParameter {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        size: IntentCollectionSize, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, defaultValue, place: SourcePlace(file, line))
    }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        size: [IntentWidgetFamily: IntentCollectionSize], requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, defaultValue, place: SourcePlace(file, line))
    }

    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        size: IntentCollectionSize, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, defaultValue, optionsProvider, place: SourcePlace(file, line))
    }

    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        size: [IntentWidgetFamily: IntentCollectionSize], requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, defaultValue, optionsProvider, place: SourcePlace(file, line))
    }
}

// MARK: Numbers

/// How the system edits a number.
public enum IntentNumberControlStyle: Hashable, Sendable { case field, stepper, slider }

extension Int {
    public typealias IntentControlStyle = IntentNumberControlStyle
}

extension Double {
    public typealias IntentControlStyle = IntentNumberControlStyle
}

extension IntentParameter where Value.UnwrappedType: BinaryNumber {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        controlStyle: IntentNumberControlStyle,
        inclusiveRange: (lowerBound: Value.UnwrappedType, upperBound: Value.UnwrappedType)? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, defaultValue, place: SourcePlace(file, line))
    }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        inclusiveRange: (lowerBound: Value.UnwrappedType, upperBound: Value.UnwrappedType), requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, defaultValue, place: SourcePlace(file, line))
    }
}

/// A number with a control of its own.
public protocol BinaryNumber {}

extension Int: BinaryNumber {}
extension Double: BinaryNumber {}

// MARK: Words, truths and dates

extension String {
    /// How the system edits a text: no effect in a picture.
    public struct IntentInputOptions: Sendable {
        /// The kind of the keyboard.
        public enum KeyboardType: Sendable {
            // swift-format-ignore: AlwaysUseLowerCamelCase
            case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad, twitter
            case webSearch, asciiCapableNumberPad
        }

        /// When letters become capitals.
        public enum CapitalizationType: Sendable { case none, words, sentences, allCharacters }

        public init(
            keyboardType: KeyboardType = .default, capitalizationType: CapitalizationType = .sentences, multiline: Bool = false,
            autocorrect: Bool = true, smartQuotes: Bool = true, smartDashes: Bool = true
        ) {}
    }
}

extension Bool {
    /// The words for true and false.
    public struct IntentDisplayName: Sendable {
        private let yes: LocalizedStringResource
        private let no: LocalizedStringResource

        public init(true: LocalizedStringResource, false: LocalizedStringResource) { (yes, no) = (`true`, `false`) }
    }
}

extension Date {
    /// The parts of a date that are asked for.
    public enum IntentKind: Sendable { case date, time, dateTime }
}

extension IntentParameter {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        inputOptions: String.IntentInputOptions, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, file: StaticString = #fileID, line: UInt = #line
    ) where Value.UnwrappedType == String {
        self.init(title, description, defaultValue, place: SourcePlace(file, line))
    }

    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        inputOptions: String.IntentInputOptions, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider,
        file: StaticString = #fileID, line: UInt = #line
    ) where Value.UnwrappedType == String {
        self.init(title, description, defaultValue, optionsProvider, place: SourcePlace(file, line))
    }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        displayName: Bool.IntentDisplayName, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, file: StaticString = #fileID, line: UInt = #line
    ) where Value.UnwrappedType == Bool {
        self.init(title, description, defaultValue, place: SourcePlace(file, line))
    }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value.UnwrappedType? = nil,
        kind: Date.IntentKind, requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
        file: StaticString = #fileID, line: UInt = #line
    ) where Value.UnwrappedType == Date {
        self.init(title, description, defaultValue, place: SourcePlace(file, line))
    }

    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, supportedTypeIdentifiers: [String],
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default,
        file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(title, description, nil, place: SourcePlace(file, line))
    }

    public convenience init<UnitType: Dimension>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, defaultValue: Double, defaultUnit: UnitType,
        defaultUnitAdjustForLocale: Bool = false, unit: UnitType? = nil, unitAdjustForLocale: Bool = false,
        supportsNegativeNumbers: Bool = true, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default, file: StaticString = #fileID, line: UInt = #line
    ) where Value.UnwrappedType == Measurement<UnitType> {
        self.init(title, description, Measurement(value: defaultValue, unit: defaultUnit), place: SourcePlace(file, line))
    }
}
