// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

public import Foundation

/// The words for quantities: numbers with the symbols of their units, or with their names in English.
enum MeasurementWords {
    /// The length of the words: `5 kilometers`, `5 km`, `5km`.
    enum Width: Sendable, Hashable, Codable { case wide, abbreviated, narrow }

    /// A number with its unit.
    static func string(_ number: String, isOne: Bool, _ unit: Unit, _ width: Width, _ locale: Locale) -> String {
        // The name of a unit is known in English; others have their symbol.
        if width == .wide, locale.language.languageCode?.identifier == "en", let name = names[unit.symbol] {
            return "\(number) \(isOne ? name.one : name.other)"
        }
        if unit is UnitTemperature {
            return number + (width == .narrow && unit.symbol != "K" ? "°" : unit.symbol == "K" ? " K" : unit.symbol)
        }
        if unit is UnitAngle, unit.symbol == "°" { return number + "°" }
        return number + (width == .narrow ? "" : " ") + (english[unit.symbol] ?? unit.symbol)
    }

    /// A measurement in the unit that is usual in the locale.
    static func localized<UnitType: Unit>(_ measurement: Measurement<UnitType>, _ locale: Locale) -> (value: Double, unit: Unit) {
        let system = locale.measurementSystem
        let isMetric = system == .metric
        func converted<D: Dimension>(_ unit: D, _ choices: [D]) -> (Double, Unit) {
            let known = Measurement(value: measurement.value, unit: unit)
            let amounts = choices.map { known.converted(to: $0) }
            guard let found = amounts.first(where: { abs($0.value) >= 1 }) ?? amounts.last else { return (measurement.value, unit) }
            return (found.value, found.unit)
        }
        switch measurement.unit {
        case let unit as UnitTemperature: return converted(unit, [system == .us ? .fahrenheit : .celsius])
        case let unit as UnitSpeed: return converted(unit, [isMetric ? .kilometersPerHour : .milesPerHour])
        case let unit as UnitLength: return converted(unit, isMetric ? [.kilometers, .meters, .centimeters] : [.miles, .feet, .inches])
        case let unit as UnitMass: return converted(unit, isMetric ? [.kilograms, .grams] : [.pounds, .ounces])
        default: return (measurement.value, measurement.unit)
        }
    }

    private static let english = ["kn": "kn", "mpg": "mpg"]

    private static let names: [String: (one: String, other: String)] = [
        "km": ("kilometer", "kilometers"), "m": ("meter", "meters"), "cm": ("centimeter", "centimeters"),
        "mm": ("millimeter", "millimeters"),
        "mi": ("mile", "miles"), "ft": ("foot", "feet"), "in": ("inch", "inches"), "yd": ("yard", "yards"), "kg": ("kilogram", "kilograms"),
        "g": ("gram", "grams"), "lb": ("pound", "pounds"), "oz": ("ounce", "ounces"), "°C": ("degree Celsius", "degrees Celsius"),
        "°F": ("degree Fahrenheit", "degrees Fahrenheit"), "K": ("kelvin", "kelvins"),
        "km/h": ("kilometer per hour", "kilometers per hour"),
        "mph": ("mile per hour", "miles per hour"), "m/s": ("meter per second", "meters per second"), "kn": ("knot", "knots"),
        "hr": ("hour", "hours"), "min": ("minute", "minutes"), "s": ("second", "seconds"), "kcal": ("kilocalorie", "kilocalories"),
        "cal": ("calorie", "calories"), "kJ": ("kilojoule", "kilojoules"), "J": ("joule", "joules"), "L": ("liter", "liters"),
        "mL": ("milliliter", "milliliters"), "cup": ("cup", "cups"), "gal": ("gallon", "gallons"), "W": ("watt", "watts"),
        "kW": ("kilowatt", "kilowatts"), "kWh": ("kilowatt-hour", "kilowatt-hours"), "hPa": ("hectopascal", "hectopascals"),
        "°": ("degree", "degrees"), "B": ("byte", "bytes"), "kB": ("kilobyte", "kilobytes"), "MB": ("megabyte", "megabytes"),
        "GB": ("gigabyte", "gigabytes"),
    ]
}

/// A formatter of quantities; names of units are known in English, other languages have the symbols.
open class MeasurementFormatter: Formatter, @unchecked Sendable {
    /// The choice of the unit.
    public struct UnitOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public static let providedUnit = UnitOptions(rawValue: 1)
        public static let naturalScale = UnitOptions(rawValue: 2)
        public static let temperatureWithoutUnit = UnitOptions(rawValue: 4)

        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    open var unitOptions: UnitOptions = []
    open var unitStyle = Formatter.UnitStyle.medium
    open var locale: Locale! = ._ofBody
    open var numberFormatter: NumberFormatter! = {
        let formatter = NumberFormatter()
        formatter.numberStyle = .decimal
        formatter.locale = ._ofBody
        return formatter
    }()

    public override init() { super.init() }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open func string<UnitType: Unit>(from measurement: Measurement<UnitType>) -> String {
        let locale: Locale = locale ?? .current
        let shown: (value: Double, unit: Unit) =
            unitOptions.contains(.providedUnit) ? (measurement.value, measurement.unit) : MeasurementWords.localized(measurement, locale)
        let number = numberFormatter?.string(from: NSNumber(value: shown.value)) ?? "\(shown.value)"
        if unitOptions.contains(.temperatureWithoutUnit), shown.unit is UnitTemperature { return number + "°" }
        return MeasurementWords.string(number, isOne: shown.value == 1, shown.unit, width, locale)
    }

    open func string(from unit: Unit) -> String {
        MeasurementWords.string("", isOne: false, unit, width, locale ?? .current).trimmingCharacters(in: .whitespaces)
    }

    open override func string(for obj: Any?) -> String? { (obj as? Unit).map { string(from: $0) } }

    private var width: MeasurementWords.Width {
        switch unitStyle {
        case .short: .narrow
        case .medium: .abbreviated
        case .long: .wide
        }
    }
}

/// What a quantity is used for, which decides its unit.
public struct MeasurementFormatUnitUsage<UnitType: Dimension>: Hashable, Sendable {
    let isProvided: Bool

    public static var general: MeasurementFormatUnitUsage<UnitType> { .init(isProvided: false) }
    public static var asProvided: MeasurementFormatUnitUsage<UnitType> { .init(isProvided: true) }
}

extension MeasurementFormatUnitUsage where UnitType == UnitTemperature {
    public static var weather: MeasurementFormatUnitUsage<UnitType> { .general }
    public static var person: MeasurementFormatUnitUsage<UnitType> { .general }
}

extension MeasurementFormatUnitUsage where UnitType == UnitLength {
    public static var road: MeasurementFormatUnitUsage<UnitType> { .general }
}

extension Measurement where UnitType: Dimension {
    /// A style of quantities; names of units are known in English, other languages have the symbols.
    public struct FormatStyle: Foundation.FormatStyle, Hashable, Sendable {
        /// The length of the words.
        public struct UnitWidth: Hashable, Sendable, Codable {
            let width: MeasurementWords.Width

            public static var wide: UnitWidth { UnitWidth(width: .wide) }
            public static var abbreviated: UnitWidth { UnitWidth(width: .abbreviated) }
            public static var narrow: UnitWidth { UnitWidth(width: .narrow) }
        }

        public var width: UnitWidth
        public var locale: Locale
        public var hidesScaleName = false
        public var usage: MeasurementFormatUnitUsage<UnitType>?
        public var numberFormatStyle: FloatingPointFormatStyle<Double>?

        public init(
            width: UnitWidth, locale: Locale = .autoupdatingCurrent, usage: MeasurementFormatUnitUsage<UnitType> = .general,
            numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
        ) { (self.width, self.locale, self.usage, self.numberFormatStyle) = (width, locale, usage, numberFormatStyle) }

        public func locale(_ locale: Locale) -> Self {
            var style = self
            style.locale = locale
            return style
        }

        public func format(_ value: Measurement<UnitType>) -> String {
            let isProvided = usage?.isProvided ?? true
            let shown: (value: Double, unit: Unit) = isProvided ? (value.value, value.unit) : MeasurementWords.localized(value, locale)
            // A usual unit has whole numbers, with at least two digits that count.
            let digits = !isProvided && abs(shown.value) < 10 ? 1 : isProvided ? 6 : 0
            let style = numberFormatStyle ?? .number.precision(.fractionLength(0...digits))
            let number = style.locale(locale).format(shown.value)
            if hidesScaleName, shown.unit is UnitTemperature { return number + "°" }
            return MeasurementWords.string(number, isOne: shown.value == 1, shown.unit, width.width, locale)
        }

        private enum CodingKeys: CodingKey { case width, locale, hidesScaleName, isProvided, numberFormatStyle }

        public init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            width = try values.decode(UnitWidth.self, forKey: .width)
            locale = try values.decode(Locale.self, forKey: .locale)
            hidesScaleName = try values.decode(Bool.self, forKey: .hidesScaleName)
            usage = try values.decodeIfPresent(Bool.self, forKey: .isProvided).map { .init(isProvided: $0) }
            numberFormatStyle = try values.decodeIfPresent(FloatingPointFormatStyle<Double>.self, forKey: .numberFormatStyle)
        }

        public func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(width, forKey: .width)
            try values.encode(locale, forKey: .locale)
            try values.encode(hidesScaleName, forKey: .hidesScaleName)
            try values.encodeIfPresent(usage?.isProvided, forKey: .isProvided)
            try values.encodeIfPresent(numberFormatStyle, forKey: .numberFormatStyle)
        }
    }

    public func formatted<S: Foundation.FormatStyle>(_ style: S) -> S.FormatOutput where S.FormatInput == Measurement<UnitType> {
        style.format(self)
    }

    public func formatted() -> String { FormatStyle(width: .abbreviated, locale: ._ofBody).format(self) }
}

extension FormatStyle {
    public static func measurement<UnitType: Dimension>(
        width: Measurement<UnitType>.FormatStyle.UnitWidth, usage: MeasurementFormatUnitUsage<UnitType> = .general,
        numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) -> Self where Self == Measurement<UnitType>.FormatStyle { Self(width: width, usage: usage, numberFormatStyle: numberFormatStyle) }
}

extension FormatStyle where Self == Measurement<UnitTemperature>.FormatStyle {
    public static func measurement(
        width: Measurement<UnitTemperature>.FormatStyle.UnitWidth = .abbreviated,
        usage: MeasurementFormatUnitUsage<UnitTemperature> = .general,
        hidesScaleName: Bool, numberFormatStyle: FloatingPointFormatStyle<Double>? = nil
    ) -> Self {
        var style = Self(width: width, usage: usage, numberFormatStyle: numberFormatStyle)
        style.hidesScaleName = hidesScaleName
        return style
    }
}
