import class Foundation.Bundle

/// The templates, symbols and themes of this folder, as resources of the package.
public enum ShippedTemplates {
    /// The path of the folder that has them.
    public static var path: String { Bundle.module.bundlePath }
}
