import FoundationEssentials
import SubdialConcurrency
import SubdialEngine
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// Chooses and draws the picture of a display.
struct DisplayScreens: Sendable {
    let showings: FollowedWidgets
    let pictures: PictureStore
    let catalog: DeviceCatalog

    /// The maximum wait for a source that has never answered: firmware waits 15 s for a response.
    private static let patience = Duration.seconds(6)

    /// The index of the next screen of a display: of the screens with the highest relevance, the one after the last.
    ///
    /// - Parameter last: The index of the shown screen; below 0 for none.
    /// - Returns: The index, and true if several screens rotate.
    func next(after last: Int, of screens: [DisplaySettings.Screen], at now: Date) async -> (place: Int, isOfSeveral: Bool) {
        guard screens.count > 1 else { return (0, false) }
        let scores = await screens.concurrentMap { [showings] screen -> Double in
            let showing = try? await showings.showing(FollowedWidgets.Key(kind: screen.kind, subject: screen.subject))
            let entry = await showing?.moment(within: Self.patience)?.scene.timeline.entry(at: now)
            return entry?.displayScore ?? -2
        }
        return Self.next(after: last, scores: scores)
    }

    /// The index after `last` among those with the highest score, cyclically; true if there are several.
    static func next(after last: Int, scores: [Double]) -> (place: Int, isOfSeveral: Bool) {
        guard let best = scores.max() else { return (0, false) }
        let places = scores.indices.filter { scores[$0] == best }
        return (places.first { $0 > last } ?? places.first ?? 0, places.count > 1)
    }

    /// The picture of a screen on a display.
    func picture(_ screen: DisplaySettings.Screen, device: String?, _ report: DisplayReport) async throws -> DrawnPicture {
        var look = look(device, report)
        if let theme = screen.theme { look.items.append(("theme", theme)) }
        let query = try look.query
        return try await pictures.picture(
            PictureKey(showing: FollowedWidgets.Key(kind: screen.kind, subject: screen.subject), query: query), within: Self.patience)
    }

    /// The maximum number of pixels of a display that reports only its size; a larger display needs a configured device.
    private static let maximumPixels = 3_000_000

    /// The look of a display's pictures: for the configured device, the reported model, or its size.
    func look(_ device: String?, _ report: DisplayReport) -> DisplayLook {
        guard !report.readsBitmapsOnly || !isStandard(device) else { return .bitmap }
        return DisplayLook(items: changes(device, report), format: .png)
    }

    /// True for a device with the size of TRMNL's first panel, or none.
    private func isStandard(_ device: String?) -> Bool {
        guard let device else { return true }
        guard let known = try? catalog.device(device) else { return false }
        return (known.screen.width * known.scale, known.screen.height * known.scale) == (800, 480)
    }

    private func changes(_ device: String?, _ report: DisplayReport) -> [(name: String, value: String)] {
        if let device { return [("device", device)] }
        if let model = report.model.flatMap({ Self.device(ofModel: $0) }), catalog.devices.contains(where: { $0.id == model }) {
            return [("device", model)]
        }
        let depth = report.readsGrays == true ? "8" : "1"
        guard let width = report.width, let height = report.height, !report.hasStandardSize, width * height <= Self.maximumPixels else {
            return [("device", "trmnl-og"), ("depth", depth)]
        }
        return [("size", "\(width)x\(height)"), ("depth", depth)]
    }

    /// The device for a model name that firmware reports, such as `og`, `x`, `seeed_e1001`.
    private static func device(ofModel model: String) -> String {
        switch model.lowercased() {
        case "og", "og_png": "trmnl-og"
        case "og_plus", "og_gen2": "trmnl-og-plus"
        case "og_4clr", "og_bwry": "trmnl-og-bwry"
        case "x", "v2": "trmnl-x"
        case "reterminal_e1001": "seeed-e1001"
        case "reterminal_e1002": "seeed-e1002"
        case "reterminal_e1003": "seeed-e1003"
        case "paper_s3": "m5-paper-s3"
        case "waveshare": "waveshare-7.5"
        case let other: other.replacing("_", with: "-")
        }
    }
}

/// The look and the file format of a display's pictures.
struct DisplayLook {
    /// The items of the pictures' query.
    fileprivate(set) var items: [(name: String, value: String)]
    /// The format of the file.
    let format: PanelFile.Format

    /// The picture that every firmware of TRMNL reads: a BMP of 800 × 480 pixels in black and white, of 48,062 bytes.
    static let bitmap = DisplayLook(items: [("device", "trmnl-og")], format: .bmp)

    /// The query of a panel's picture.
    ///
    /// - Throws: ``ServeError`` for an item that is not valid.
    var query: PictureQuery {
        get throws(ServeError) { try PictureQuery(WidgetLook(family: .panel), items, format: format) }
    }
}

extension Entry {
    /// The priority on a display: the relevance; without one 1 while music plays, 0 for other current data, and below 0 for idle or missing
    /// sources.
    fileprivate var displayScore: Double {
        if let relevance { return relevance.score }
        switch freshness {
        case .offline, .missing: return -1
        case .live, .stale: break
        }
        guard kind == EntrySchema.nowPlaying.kind else { return 0 }
        return nowPlaying?.status == .playing ? 1 : -0.5
    }
}
