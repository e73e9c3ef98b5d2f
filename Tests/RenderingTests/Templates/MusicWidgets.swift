import Foundation
import SubdialSwiftUI
import SubdialWidgetKit

/// An entry of the album of the day, as its file has it.
struct AlbumEntry: TimelineEntry, Decodable {
    let date: Date
    let album, artist, cover: String
}

/// An entry of a playlist, as its file has it.
struct PlaylistEntry: TimelineEntry, Decodable {
    let date: Date
    let title, artist, cover: String
    let from, to: Date
}

/// The title over the artist.
private struct Names: View {
    let title, artist: String

    var body: some View {
        VStack(alignment: .leading, spacing: 1) {
            Text(title).font(.headline.weight(.semibold)).lineLimit(2).minimumScaleFactor(0.8)
            Text(artist).font(.subheadline).foregroundStyle(.secondary).lineLimit(1).minimumScaleFactor(0.8)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

/// The square of the album of the day.
struct AlbumSquare: View {
    let entry: AlbumEntry
    /// The folder of the entry's file, to which the cover's path is relative.
    let folder: String

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Cover(path: "\(folder)/\(entry.cover)")
                .frame(minWidth: 28, maxWidth: 72, minHeight: 28, maxHeight: 72, alignment: .topLeading)
                .layoutPriority(-1)
            Spacer(minLength: 4)
            Names(title: entry.album, artist: entry.artist)
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
        .containerBackground(.black, for: .widget)
    }
}

/// The square of a playlist.
struct PlaylistSquare: View {
    let entry: PlaylistEntry
    /// The folder of the entry's file, to which the cover's path is relative.
    let folder: String

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack(alignment: .top) {
                Cover(path: "\(folder)/\(entry.cover)")
                    .frame(minWidth: 28, maxWidth: 54, minHeight: 28, maxHeight: 54, alignment: .topLeading)
                Spacer()
                SizedSymbol("music.note.list", height: 16).foregroundStyle(.secondary)
            }
            .frame(maxHeight: 54)
            .layoutPriority(-1)
            Spacer(minLength: 4)
            Names(title: entry.title, artist: entry.artist).privacySensitive()
            ProgressView(timerInterval: entry.from...entry.to, countsDown: false) {
                EmptyView()
            } currentValueLabel: {
                EmptyView()
            }
            .tint(.primary)
            .padding(.top, 8)
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
        .containerBackground(.black, for: .widget)
    }
}
