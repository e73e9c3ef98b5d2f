// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

// Foundation's own function reads strings files of the main bundle only, in the language of the process. These are found before it, because they
// have no default arguments; with all arguments, it is Foundation's that is called.

/// The words of a key in the language of the body that is evaluated, or else in that of the process.
public func NSLocalizedString(_ key: String, comment: String) -> String { localized(key, nil, .main, "") }

/// The words of a key in a table.
public func NSLocalizedString(_ key: String, tableName: String?, comment: String) -> String { localized(key, tableName, .main, "") }

/// The words of a key in a bundle.
public func NSLocalizedString(_ key: String, bundle: Bundle, comment: String) -> String { localized(key, nil, bundle, "") }

/// The words of a key, or those given.
public func NSLocalizedString(_ key: String, value: String, comment: String) -> String { localized(key, nil, .main, value) }

/// The words of a key in a table of a bundle.
public func NSLocalizedString(_ key: String, tableName: String?, bundle: Bundle, comment: String) -> String {
    localized(key, tableName, bundle, "")
}

/// The words of a key in a bundle, or those given.
public func NSLocalizedString(_ key: String, bundle: Bundle, value: String, comment: String) -> String {
    localized(key, nil, bundle, value)
}

private func localized(_ key: String, _ table: String?, _ bundle: Bundle, _ value: String) -> String {
    let pieces = LocalizedPieces(key)
    return pieces.string(
        .named(table, in: bundle), in: .localized(._ofBody), fallback: value.isEmpty ? pieces : LocalizedPieces(value))
}
