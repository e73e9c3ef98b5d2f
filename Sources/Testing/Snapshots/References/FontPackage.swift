/// The packages of Debian that have the fonts of Subdial's templates.
package enum FontPackage {
    /// The packages, by the start of the font's file name.
    private static let packages = [
        ("InterDisplay", "fonts-inter"), ("Inter", "fonts-inter"), ("NotoSansCJK", "fonts-noto-cjk"), ("NotoSerifCJK", "fonts-noto-cjk"),
        ("NotoColorEmoji", "fonts-noto-color-emoji"), ("Noto", "fonts-noto-core"), ("Quicksand", "fonts-quicksand"),
        ("JetBrainsMono", "fonts-jetbrains-mono"),
    ]

    /// The package with a font file; nil if unknown.
    ///
    /// - Parameter file: The file's name, without its folder.
    package static func name(of file: String) -> String? { packages.first { file.hasPrefix($0.0) }?.1 }
}
