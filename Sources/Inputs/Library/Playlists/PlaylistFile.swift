import SubdialBasics
import SubdialSystem

/// A playlist file with the absolute paths of its tracks, and with what the tags of the tracks know.
package struct PlaylistFile {
    /// The playlist, with absolute paths.
    package let list: M3U
    /// The items without the pictures that are neither in the folder of the playlist nor in one of the library.
    package let shownItems: [M3U.Item]
    /// The name: that of the playlist itself, or else of its file without the extension.
    package let name: String

    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - path: The absolute path of the file.
    ///   - library: The library to whose files relative paths may refer.
    package init(_ bytes: [UInt8], at path: String, library: LibraryDatabase?) {
        var list = M3U(bytes)
        let folders = MusicFolders(ofPlaylist: path, library: library)
        for index in list.items.indices {
            list.items[index].location = folders.path(ofItem: list.items[index].location)
            list.items[index].picture = list.items[index].picture.map { folders.path(ofItem: $0) }
        }
        self.list = list
        // A playlist of a stranger must not show private pictures.
        let folder = MusicFolders.folder(of: path)
        shownItems = list.items.map { item in
            guard let picture = item.picture, !picture.isAddress, ConfinedFolder.place(of: picture, within: folder) == nil,
                library?.folders.contain(picture) != true
            else { return item }
            var item = item
            item.picture = nil
            return item
        }
        let file = path.split(separator: "/").last ?? ""
        name = list.name ?? String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)])
    }

    /// The item with the title and the length that only the tags of its file know.
    package static func completed(_ item: M3U.Item, by music: MusicFileReader) -> M3U.Item {
        guard item.title == nil || item.length == nil, let tags = tags(of: item, music) else { return item }
        var item = item
        item.length = item.length ?? tags.length
        item.title = item.title ?? tags.title.map { title in ((tags.artist ?? tags.albumArtist).map { "\($0) - " } ?? "") + title }
        return item
    }

    /// The track of an item.
    ///
    /// The directives of the playlist come before the tags of the file, and these before the name of the file.
    ///
    /// - Parameter music: The reader of the tags; nil to read none.
    package static func track(of item: M3U.Item, by music: MusicFileReader?) -> LibraryTrack {
        let tags = music.flatMap { Self.tags(of: item, $0) }
        // The form `Artist - Title`, which players write.
        let text = item.title ?? tags?.title ?? title(ofFile: item.location)
        let words = item.title == nil && tags?.title != nil ? [text[...]] : text.split(separator: " - ", maxSplits: 1)
        let artist = words.count == 2 && (item.title != nil || tags?.artist == nil) ? String(words[0]) : tags?.artist
        return LibraryTrack(
            id: item.location, path: item.location, title: words.last.map(String.init) ?? text,
            artist: artist ?? item.albumArtist ?? tags?.albumArtist, album: item.album ?? tags?.album,
            albumArtist: item.albumArtist ?? tags?.albumArtist, year: tags?.year, trackNumber: tags?.trackNumber,
            duration: item.length ?? tags?.length, picture: item.picture)
    }

    private static func tags(of item: M3U.Item, _ music: MusicFileReader) -> MusicFile? {
        item.location.isAddress ? nil : music.read(item.location)
    }

    // MARK: Names of files

    /// The title in the name of a file, or in the last part of an address: without the extension, and without the number of the track.
    static func title(ofFile location: String) -> String {
        var name = location
        if location.isAddress {
            name = String(location.prefix { $0 != "?" && $0 != "#" })
            name = name.percentDecoded ?? name
        }
        let parts = name.split(separator: "/")
        guard let last = parts.last else { return location }
        // An address without a path has only a host.
        guard !location.isAddress || parts.count > 2 else { return String(last) }
        return withoutTrackNumber(withoutExtension(last))
    }

    private static func withoutExtension(_ name: Substring) -> Substring {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        let ending = name[name.index(after: dot)...]
        let isExtension = (1...5).contains(ending.count) && ending.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return isExtension && ending.contains(where: \.isLetter) ? name[..<dot] : name
    }

    /// The name without a number such as `01 `, `12. `, `3 - ` or `1-07 `; a number that may belong to the title stays, as in `99 Luftballons`.
    private static func withoutTrackNumber(_ name: Substring) -> String {
        let isDigit = { (character: Character) in ("0"..."9").contains(character) }
        var digits = name.prefix(while: isDigit)
        var rest = name.dropFirst(digits.count)
        var isNumber = digits.hasPrefix("0") && digits.count > 1
        if digits.count == 1, rest.first == "-", rest.dropFirst().prefix(while: isDigit).count == 2 {
            // The number of a disc is before that of the track.
            digits = rest.dropFirst().prefix(2)
            rest = rest.dropFirst(3)
            isNumber = true
        }
        let separators = rest.prefix { " ._-)".contains($0) }
        if !isNumber { isNumber = separators.last == " " && separators.contains { ".-)".contains($0) } }
        let title = rest.dropFirst(separators.count)
        guard (1...3).contains(digits.count), isNumber, !separators.isEmpty, !title.isEmpty else { return String(name) }
        return String(title)
    }
}
