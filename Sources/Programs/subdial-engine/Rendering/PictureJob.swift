import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialSystem
import SubdialTimeline
import SubdialWidgets

/// A picture to draw: a look, and its output path.
struct PictureJob: Codable, Sendable {
    let look: WidgetLook
    /// The name in reports: the path below the output folder.
    let name: String
    /// The output path; nil for stdout.
    let path: String?
    /// The content of the file.
    let file: PictureFile
}

/// The common settings of a command's pictures.
struct PictureSetting: Codable, Sendable {
    let kind: String
    /// The path of a template in place of the kind's.
    let template: String?
    /// The folder of the user's own templates.
    let userTemplates: String?
    /// True if reports contain tap regions.
    let tellsRegions: Bool
}

/// The subject of all pictures that are drawn at one moment.
struct PictureSubject: Sendable {
    fileprivate let entry: Entry
    let now: Date
    /// The folder to which the entry's artwork paths are relative.
    fileprivate let folder: String?
    fileprivate let cover: Cover?
    /// The later entries in order, which animations continue with.
    fileprivate let later: [(entry: Entry, cover: Cover?)]

    init(_ entry: Entry, at now: Date, folder: String?, cover: Cover?, later: [(entry: Entry, cover: Cover?)] = []) {
        self.entry = entry
        self.now = now
        self.folder = folder
        self.cover = cover
        self.later = later
    }

    /// The entry and the cover at a date, `now` or later.
    fileprivate func shown(at date: Date) -> (entry: Entry, cover: Cover?) { later.last { $0.entry.date <= date } ?? (entry, cover) }
}

/// The subject in the form that is sent to a worker.
struct PictureSubjectMessage: Codable, Sendable {
    private let entry: JSONValue
    private let now: Date
    private let folder: String?
    private let coverKey: String?
    private let coverBytes: Data?

    init(_ subject: PictureSubject) {
        entry = subject.entry.json
        now = subject.now
        folder = subject.folder
        coverKey = subject.cover?.key
        coverBytes = subject.cover.map { Data($0.bytes) }
    }

    /// The decoded subject.
    ///
    /// - Parameter schemas: The schemas by kind.
    func subject(_ schemas: EntrySchemas) throws -> PictureSubject {
        var cover: Cover?
        if let coverKey, let coverBytes { cover = Cover(key: coverKey, bytes: [UInt8](coverBytes)) }
        return PictureSubject(try Entry(entry, schemas: schemas), at: now, folder: folder, cover: cover)
    }
}

/// The result of a job.
struct PictureReport: Codable, Hashable, Sendable {
    /// The picture's size in points.
    var width = 0.0
    var height = 0.0
    /// Pixels per point.
    var scale = 1.0
    var regions: [TapRegion] = []
    /// The time at which the picture changes by itself; nil for never.
    var nextChange: Date?
    /// The truncated texts and symbols, one line each.
    var problems: [String] = []
    /// The unusable pictures.
    var pictures: [PictureFinding] = []
    /// The exit status and message if there is no picture.
    var status: Int32?
    var message: String?
}

extension PictureReport {
    /// The report about a drawn widget.
    init(_ widget: PreparedWidget, scale: Double, problems: [String] = [], pictures: [PictureFinding] = []) {
        self.init(
            width: widget.size.width, height: widget.size.height, scale: scale, regions: widget.regions, nextChange: widget.nextChange,
            problems: problems, pictures: pictures)
    }
}

extension PictureJob {
    /// Draws the picture and writes it to its path.
    ///
    /// - Parameters:
    ///   - canvas: The canvas, on which the same job may have been drawn before.
    ///   - toStandardOutput: Receives the bytes of a picture without a path.
    func draw(_ subject: PictureSubject, _ setting: PictureSetting, on canvas: WidgetCanvas, toStandardOutput: ([UInt8]) -> Void)
        throws
        -> PictureReport
    {
        let renderer = canvas.renderer
        var environment = try WidgetEnvironment(look, on: look.device(in: renderer.catalog), at: subject.now)
        let content = try file.content(from: subject.now, changes: subject.later.map(\.entry.date), on: canvas) { now in
            environment.now = now
            let (entry, cover) = subject.shown(at: now)
            return try renderer.layOut(
                entry, template: .init(file: setting.template, orKind: setting.kind), theme: look.themeName, in: environment,
                folder: subject.folder, cover: cover)
        }
        if let path { try AtomicFile.write(content.bytes, to: path) } else { toStandardOutput(content.bytes) }
        return PictureReport(content.first, scale: environment.scale, problems: content.problems, pictures: content.pictures)
    }
}
