/// An error in the loading of fonts.
public enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fontconfig file is missing or unreadable.
    case configuration(path: String)
    /// None of the configured folders contains a font.
    case noFonts(path: String)
    /// The exclusive font folder is empty.
    case emptyFolder(path: String)
    /// A required family is missing.
    case missingFamily(String, path: String)
    /// Pango does not support FreeType fonts here.
    case unavailable

    /// The problem and its solution.
    public var description: String {
        let debian = "on Debian: apt-get install fonts-inter fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"
        return switch self {
        case .configuration(let path):
            "cannot read the font configuration \(path)"
        case .noFonts(let path):
            "no fonts in any folder that \(path) names; \(debian)"
        case .emptyFolder(let path):
            "there is no font in \(path); 'subdial snapshot fonts vendor' copies those that are needed"
        case .missingFamily(let family, let path):
            "the font family “\(family)” is in no folder that \(path) names; \(debian)"
        case .unavailable:
            "Pango was built without FreeType fonts; install the distribution's usual Pango and Cairo packages"
        }
    }
}
