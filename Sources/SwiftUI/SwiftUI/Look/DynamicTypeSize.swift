/// The size of text that the user prefers, from the smallest to the largest.
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    /// True for the sizes of people with low vision.
    public var isAccessibilitySize: Bool { self >= .accessibility1 }

    /// The index, from 0 for the smallest.
    package var index: Int { Self.allCases.firstIndex(of: self) ?? 3 }
}

extension DynamicTypeSize {
    /// Creates the size of the older type.
    public init?(_ uiSizeCategory: ContentSizeCategory) {
        guard let index = ContentSizeCategory.allCases.firstIndex(of: uiSizeCategory) else { return nil }
        self = Self.allCases[index]
    }
}

/// The older name of ``DynamicTypeSize``.
public enum ContentSizeCategory: Hashable, CaseIterable, Sendable {
    case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge, accessibilityExtraExtraExtraLarge

    /// True for the sizes of people with low vision.
    public var isAccessibilityCategory: Bool { DynamicTypeSize(self)?.isAccessibilitySize ?? false }

    public static func < (first: Self, second: Self) -> Bool { index(first) < index(second) }
    public static func <= (first: Self, second: Self) -> Bool { index(first) <= index(second) }
    public static func > (first: Self, second: Self) -> Bool { index(first) > index(second) }
    public static func >= (first: Self, second: Self) -> Bool { index(first) >= index(second) }

    private static func index(_ category: Self) -> Int { allCases.firstIndex(of: category) ?? 3 }
}

private struct DynamicTypeSizeKey: EnvironmentKey { static let defaultValue = DynamicTypeSize.large }
private struct LookTypeSizeKey: EnvironmentKey { static let defaultValue = DynamicTypeSize.large }

extension EnvironmentValues {
    public var dynamicTypeSize: DynamicTypeSize {
        get { looked("dynamicTypeSize", self[DynamicTypeSizeKey.self]) }
        set { self[DynamicTypeSizeKey.self] = newValue }
    }

    public var sizeCategory: ContentSizeCategory {
        get { ContentSizeCategory.allCases[dynamicTypeSize.index] }
        set { if let size = DynamicTypeSize(newValue) { dynamicTypeSize = size } }
    }

    /// The type size of the look, at which the layout measures the text styles.
    ///
    /// A text whose ``dynamicTypeSize`` differs has a font of a fixed size; see ``TypeScale``.
    package var lookTypeSize: DynamicTypeSize {
        get { self[LookTypeSizeKey.self] }
        set {
            self[LookTypeSizeKey.self] = newValue
            self[DynamicTypeSizeKey.self] = newValue
        }
    }
}

extension View {
    nonisolated public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View { settingEnvironment { $0.dynamicTypeSize = size } }

    nonisolated public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        settingEnvironment { environment in
            let allowed = DynamicTypeSize.allCases.filter(range.contains)
            guard let least = allowed.first, let greatest = allowed.last else { return }
            environment.dynamicTypeSize = min(max(environment.dynamicTypeSize, least), greatest)
        }
    }
}
