package import SubdialLayout

/// The sizes of the text styles at each type size; see `TextSizes`.
package enum TypeScale {
    /// The font size of a style in points.
    ///
    /// - Parameters:
    ///   - typeSize: The type size; a phone's widgets have at least that of `large`.
    ///   - isWatch: True for the styles of a watch.
    package static func size(of style: TextStyle, at typeSize: DynamicTypeSize, isWatch: Bool = false) -> Double {
        TextSizes.size(of: style, at: typeSize.index, isWatch: isWatch)
    }

    /// The factor by which a length grows with a style, from the size at `large`.
    package static func factor(of style: TextStyle, in environment: EnvironmentValues) -> Double {
        let isWatch = environment.isWatch
        return size(of: style, at: environment.dynamicTypeSize, isWatch: isWatch) / size(of: style, at: .large, isWatch: isWatch)
    }
}

private struct WatchKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
    /// True on a watch, which has text styles of its own.
    package var isWatch: Bool {
        get { self[WatchKey.self] }
        set { self[WatchKey.self] = newValue }
    }
}
