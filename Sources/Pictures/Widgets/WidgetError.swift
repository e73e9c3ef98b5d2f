import SubdialBasics
import SubdialDrawing
import SubdialExpressions
import SubdialTemplates

/// An error that prevents a picture.
public enum WidgetError: Error, Sendable, CustomStringConvertible {
    /// An unknown name. `hint` begins with a semicolon or is empty.
    case unknown(_ what: String, String, hint: String)
    /// A device without the family.
    case noPlace(family: WidgetFamily, device: String)
    /// An entry of another kind than the templates.
    case otherKind(String, entry: String)
    /// A device without a Smart Stack.
    case noStack(device: String)
    /// A device that does not show that part of a live activity.
    case noPresentation(String, device: String)
    /// An image of a live activity that is larger than its presentation, for which a system refuses the activity.
    case tooLarge(presentation: String, path: String, width: Double, height: Double, limit: String)
    /// An unusable resource file of Subdial or the user.
    case resource(String, reason: String)
    /// A named file that does not exist.
    case missingFile(String, reason: String)
    case template(TemplateError)
    case fonts(FontError)
    case drawing(DrawingError)
    case image(ImageError)
    case ink(InkError)
    /// A picture that would be empty or too large.
    case size(String)
    /// A vector document of a mode that changes pixels.
    case noOutlines(_ format: String, look: String)
    /// A live activity in Swift that a look cannot show, by the type of its attributes.
    case activity(String, reason: String)

    /// An unknown name, with the known `names` in the hint.
    public static func unknown(_ what: String, _ name: String, among names: [String]) -> WidgetError {
        let hint = Suggestion.hint(for: name, among: names)
        return .unknown(what, name, hint: hint + (hint.isEmpty ? ";" : "") + " there are " + names.joined(separator: ", "))
    }

    /// The problem, and a solution if known.
    public var description: String {
        switch self {
        case .unknown(let what, let name, let hint): "there is no \(what) '\(name)'\(hint)"
        case .otherKind(let kind, let entry):
            "the templates of '\(kind)' show entries of that kind, and this one is of the kind '\(entry)'"
        case .noPlace(let family, let device):
            "\(device) has no \(family.rawValue); 'subdial render --list-devices' tells which device has which family"
        case .noStack(let device): "\(device) has no Smart Stack; a watch has, such as watch-45mm"
        case .noPresentation(let name, let device):
            "\(device) does not show \(name); a phone shows all of them, a pad the lockScreen, a watch the smartStack"
        case .activity(let kind, let reason): "the activity '\(kind)': \(reason)"
        case .tooLarge(let presentation, let path, let width, let height, let limit):
            "\(path): the picture is \(width.plainText) × \(height.plainText) pt, and \(presentation) has room for \(limit); make its frame smaller"
        case .resource(let file, let reason): "\(file): \(reason)"
        case .missingFile(let file, let reason): "\(file): \(reason)"
        case .template(let error): error.description
        case .fonts(let error): error.description
        case .drawing(let error): error.description
        case .image(let error): error.description
        case .ink(let error): error.description
        case .size(let reason): reason
        case .noOutlines(let format, let look): "\(look) changes pixels, of which a .\(format) file has none; write a .png file"
        }
    }
}

extension Double {
    fileprivate var plainText: String {
        self == rounded() && magnitude < 1e15 ? "\(Int(saturating: self))" : "\((self * 100).rounded() / 100)"
    }
}

extension WidgetError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus {
        switch self {
        case .unknown, .noPlace, .noStack, .noPresentation, .activity, .size, .noOutlines: .wrongUsage
        case .missingFile: .missingInput
        case .fonts(.unusable): .badData
        case .fonts: .unavailable
        case .otherKind, .resource, .template, .drawing, .image, .tooLarge: .badData
        case .ink(.tooLarge): .refused
        case .ink: .wrongUsage
        }
    }
}
