/// Why no text can be drawn.
public enum FontError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The fontconfig file is missing or cannot be read.
    case configuration(path: String)
    /// None of the configured folders holds a font.
    case noFonts(path: String)
    /// The folder that is to be used alone holds none.
    case emptyFolder(path: String)
    /// A family that must be there is not.
    case missingFamily(String, path: String)
    /// Pango cannot draw with FreeType fonts here.
    case unavailable

    /// What is wrong and what to do.
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
