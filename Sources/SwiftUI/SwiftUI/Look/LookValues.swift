internal import Foundation
internal import SubdialLayout

/// A light or a dark look.
public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }

/// The contrast between foreground and background.
public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable { case standard, increased }

/// The reading direction.
public enum LayoutDirection: CaseIterable, Hashable, Sendable { case leftToRight, rightToLeft }

private struct ColorSchemeKey: EnvironmentKey { static let defaultValue = ColorScheme.light }
private struct ContrastKey: EnvironmentKey { static let defaultValue = ColorSchemeContrast.standard }
private struct LayoutDirectionKey: EnvironmentKey { static let defaultValue = LayoutDirection.leftToRight }
private struct LocaleKey: EnvironmentKey { static let defaultValue = Locale(identifier: "en_US") }
private struct CalendarKey: EnvironmentKey { static let defaultValue = Calendar(identifier: .gregorian) }
private struct TimeZoneKey: EnvironmentKey { static let defaultValue = TimeZone(secondsFromGMT: 0) ?? .current }
private struct DisplayScaleKey: EnvironmentKey { static let defaultValue: CGFloat = 3 }
private struct NowKey: EnvironmentKey { static let defaultValue = Date(timeIntervalSince1970: 0) }
private struct ContainerSizeKey: EnvironmentKey { static let defaultValue = CGSize(width: 338, height: 158) }

extension EnvironmentValues {
    public var colorScheme: ColorScheme {
        get { looked("colorScheme", lookScheme) }
        set { self[ColorSchemeKey.self] = newValue }
    }

    /// The colour scheme, for code that makes the same nodes in both.
    package var lookScheme: ColorScheme { self[ColorSchemeKey.self] }

    /// The contrast that the user has chosen.
    public package(set) var colorSchemeContrast: ColorSchemeContrast {
        get { looked("colorSchemeContrast", self[ContrastKey.self]) }
        set { self[ContrastKey.self] = newValue }
    }

    public var layoutDirection: LayoutDirection {
        get { self[LayoutDirectionKey.self] }
        set { self[LayoutDirectionKey.self] = newValue }
    }

    public var locale: Locale {
        get { self[LocaleKey.self] }
        set { self[LocaleKey.self] = newValue }
    }

    public var calendar: Calendar {
        get { self[CalendarKey.self] }
        set { self[CalendarKey.self] = newValue }
    }

    public var timeZone: TimeZone {
        get { self[TimeZoneKey.self] }
        set { self[TimeZoneKey.self] = newValue }
    }

    public var displayScale: CGFloat {
        get { self[DisplayScaleKey.self] }
        set { self[DisplayScaleKey.self] = newValue }
    }

    /// The length of a device pixel in points.
    public var pixelLength: CGFloat { 1 / displayScale }

    /// The moment that is drawn: that of texts and progress that change by themselves.
    package var now: Date {
        get { self[NowKey.self] }
        set { self[NowKey.self] = newValue }
    }

    /// The size of the widget without its margins, to which container-relative frames refer.
    package var containerSize: CGSize {
        get { self[ContainerSizeKey.self] }
        set { self[ContainerSizeKey.self] = newValue }
    }
}
