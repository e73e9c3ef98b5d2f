import Foundation
import SubdialRendering
import SubdialTestSupport
import SubdialWidgets
import Testing

/// A template that comes with Subdial, with the same widget as a view.
enum ShippedWidget: String, CaseIterable, CustomTestStringConvertible {
    case nowPlayingRectangle, diskSquare, diskRing, weatherSquare, weatherRectangle, weatherRing
    case clockSquare, clockLine, albumSquare, playlistSquare

    /// A difference between the pictures that has a reason, so that pixels may differ there.
    enum Difference {
        /// iOS's secondary label is a bluish grey of 60 per cent, that of the default theme is white of 60 per cent.
        case secondary
        /// The bar of two capsules: edges within a pixel are smoothed in another way than those of one progress line.
        case bar
        /// A template takes its background from the colours of the cover, which a view does not know.
        case background
        /// A template's text has the width of the widest words that are to come, `widest`; a view has those words behind it, hidden.
        case reserved
    }

    var testDescription: String { rawValue }

    /// The kind of the template.
    var kind: String {
        switch self {
        case .nowPlayingRectangle: "now-playing"
        case .diskSquare, .diskRing: "disk"
        case .weatherSquare, .weatherRectangle, .weatherRing: "weather"
        case .clockSquare, .clockLine: "clock"
        case .albumSquare: "album-of-the-day"
        case .playlistSquare: "playlist"
        }
    }

    var family: WidgetFamily {
        switch self {
        case .diskSquare, .weatherSquare, .clockSquare, .albumSquare, .playlistSquare: .systemSmall
        case .diskRing, .weatherRing: .accessoryCircular
        case .nowPlayingRectangle, .weatherRectangle: .accessoryRectangular
        case .clockLine: .accessoryInline
        }
    }

    /// The reasons why pixels differ; none for equal pictures.
    var differences: Set<Difference> {
        switch self {
        case .diskRing, .weatherSquare, .weatherRing, .clockLine: []
        case .nowPlayingRectangle, .weatherRectangle: [.secondary]
        case .clockSquare: [.secondary, .reserved]
        case .diskSquare: [.secondary, .bar]
        case .albumSquare, .playlistSquare: [.background]
        }
    }

    /// True for a text, in quotes, that is as wide as its words in the view, and wider in the template.
    func reserves(_ text: String) -> Bool { differences.contains(.reserved) && Int(text.dropFirst().dropLast()).map { $0 >= 10 } == true }

    /// The file of the entry.
    private var file: String { self == .nowPlayingRectangle ? "entries/paused.json" : "kinds/\(kind)/live.json" }

    /// The folder of the entry's file.
    var folder: String { Repository.fixtureURL(file).deletingLastPathComponent().path }

    /// The text of the entry's file.
    var text: String { get throws { try Repository.fixture(file) } }

    /// The view of the same entry.
    ///
    /// - Parameter side: The height of the canvas in points.
    @MainActor func view(side: Double) throws -> ViewContent {
        switch self {
        case .nowPlayingRectangle: ViewContent(NowPlayingRectangle(entry: try decoded()))
        case .diskSquare: ViewContent(DiskSquare(entry: try decoded()))
        case .diskRing: ViewContent(DiskRing(entry: try decoded()))
        case .weatherSquare: ViewContent(WeatherSquare(entry: try decoded()))
        case .weatherRectangle: ViewContent(WeatherRectangle(entry: try decoded()))
        case .weatherRing: ViewContent(WeatherRing(entry: try decoded()))
        case .clockSquare: ViewContent(ClockSquare(entry: try decoded(), side: side))
        case .clockLine: ViewContent(ClockLine(entry: try decoded()))
        case .albumSquare: ViewContent(AlbumSquare(entry: try decoded(), folder: folder))
        case .playlistSquare: ViewContent(PlaylistSquare(entry: try decoded(), folder: folder))
        }
    }

    private func decoded<E: Decodable>() throws -> E {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(E.self, from: Data(try text.utf8))
    }
}
