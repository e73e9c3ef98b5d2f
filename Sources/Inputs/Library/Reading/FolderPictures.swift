import Glibc
import SubdialSystem

/// The pictures in the folder of a music file, in the order in which players use them as its cover.
struct FolderPictures {
    /// The extensions of files that may be pictures; their content decides.
    private static let extensions: Set = [
        "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "gif", "bmp", "dib", "avif", "heic", "heif", "tif", "tiff", "jxl",
    ]
    /// The extensions of music files.
    private static let musicExtensions: Set = [
        "mp3", "flac", "ogg", "oga", "opus", "spx", "m4a", "m4b", "mp4", "aac", "wav", "aif", "aiff", "aifc", "wma", "asf", "wv", "ape",
        "mpc", "tta", "dsf", "dff", "mka",
    ]
    /// The maximum number of names in a folder; a larger one is no folder of an album.
    private static let mostNames = 20_000
    /// The maximum number of pictures of a folder that are tried.
    private static let mostPictures = 8

    /// True if the name of a file is that of a picture.
    static func isPicture(_ name: String) -> Bool { FileName(name).map { extensions.contains($0.ending) } ?? false }

    /// True if the name of a file is that of a music file.
    static func isMusic(_ name: String) -> Bool { FileName(name).map { musicExtensions.contains($0.ending) } ?? false }

    /// The path of the folder.
    private let folder: String
    /// The pictures with their places in the order; those without one are not known as covers.
    private let pictures: [(name: FileName, rank: Int?)]
    /// The names of music files, lowercased and without extensions.
    private let music: Set<String>

    /// Lists the folder; hidden files are skipped.
    init(_ folder: String) {
        self.folder = folder
        let raw = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if raw >= 0 { close(raw) } }
        var names = raw >= 0 ? ConfinedFolder.names(in: raw) : []
        if names.count > Self.mostNames { names = [] }
        // The system lists names in any order.
        let files = names.filter { !$0.hasPrefix(".") }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.compactMap(FileName.init)
        let album = folder.split(separator: "/").last?.lowercased() ?? ""
        pictures = files.filter { Self.extensions.contains($0.ending) }.map { ($0, Self.rank(of: $0.stem, inAlbum: album)) }
        music = Set(files.filter { Self.musicExtensions.contains($0.ending) }.map(\.stem))
    }

    /// The paths of the pictures that may be the cover of a music file, the best one first.
    ///
    /// - Parameters:
    ///   - file: The name of the music file, whose own picture has the same name; nil for a folder of discs.
    ///   - guesses: True to add the only picture of a folder of an album, whatever its name.
    func paths(for file: String?, guesses: Bool = true) -> [String] {
        let stem = file.map { FileName($0)?.stem ?? $0.lowercased() }
        let own = pictures.filter { $0.name.stem == stem }
        let others = pictures.filter { $0.name.stem != stem }
        let ranked = others.enumerated().compactMap { index, picture in picture.rank.map { (rank: $0, index: index, name: picture.name) } }
            .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.name)
        // The picture of another track is no cover of the album.
        let unknown = others.filter { $0.rank == nil && !music.contains($0.name.stem) }.map(\.name)
        let names = own.map(\.name) + ranked + (guesses && unknown.count == 1 ? unknown : [])
        return names.prefix(Self.mostPictures).map { "\(folder)/\($0.full)" }
    }

    /// The first accepted picture in the folder of a music file, or for a disc's folder in that of its album; nil if there is none.
    ///
    /// - Parameters:
    ///   - path: The path of the music file.
    ///   - guesses: As for ``paths(for:guesses:)``.
    ///   - permits: True for a picture outside of these folders, to which a link leads, that may be shown all the same.
    ///   - accepts: True if a picture can be used.
    static func first(besides path: String, guesses: Bool, permits: (String) -> Bool, _ accepts: (String) -> Bool) -> String? {
        let folder = MusicFolders.folder(of: path)
        let isDisc = isDisc(folder.split(separator: "/").last.map(String.init) ?? "")
        let album = isDisc ? MusicFolders.folder(of: folder) : folder
        // Within the folders of a disc, links may lead to the album.
        func isUsable(_ picture: String) -> Bool {
            (ConfinedFolder.place(of: picture, within: album) != nil || permits(picture)) && accepts(picture)
        }
        let name = String(path.dropFirst(folder.count + 1))
        if let found = Self(folder).paths(for: name, guesses: guesses).first(where: isUsable) { return found }
        return isDisc ? Self(album).paths(for: nil, guesses: guesses).first(where: isUsable) : nil
    }

    /// A name with its parts, lowercased.
    private struct FileName {
        let full: String
        let stem: String
        let ending: String

        /// - Returns: nil if the name has no extension.
        init?(_ name: String) {
            guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
            full = name
            stem = name[..<dot].lowercased()
            ending = name[name.index(after: dot)...].lowercased()
        }
    }

    // MARK: Names

    /// The words of names that belong to other pictures of an album.
    private static let otherWords: Set = [
        "back", "inside", "inlay", "booklet", "tray", "matrix", "obi", "spine", "cd", "disc", "disk", "media", "artist", "band", "small",
    ]

    /// The place of a picture in the order, by its lowercased name without the extension; nil if it is not known as a cover.
    private static func rank(of stem: String, inAlbum album: String) -> Int? {
        switch stem {
        case "cover": return 0
        case "folder": return 1
        case "front": return 2
        case "album": return 3
        case "albumartsmall": return 11
        case "artwork": return 6
        case "thumb", "thumbnail": return 9
        case album where !album.isEmpty: return 7
        default: break
        }
        // Windows stores `AlbumArt_{GUID}_Large.jpg` and the same with `Small`.
        if stem.hasPrefix("albumart") { return stem.hasSuffix("large") ? 4 : stem.hasSuffix("small") ? 10 : 5 }
        let words = stem.split { !$0.isLetter && !$0.isNumber }.map { word in String(word.reversed().drop(while: \.isNumber).reversed()) }
        guard !words.contains(where: { otherWords.contains($0) }) else { return nil }
        let isFront = words.contains { word in ["cover", "front", "folder"].contains { word.hasPrefix($0) || word.hasSuffix($0) } }
        return isFront ? 8 : nil
    }

    /// True for the name of a folder that has one disc of an album, such as `CD1`, `Disc 2 - Live` or `Side A`.
    static func isDisc(_ name: String) -> Bool {
        let name = name.lowercased().drop { !$0.isLetter }
        guard let kind = ["cd", "disc", "disk", "dvd", "side", "lp", "vinyl"].first(where: name.hasPrefix) else { return false }
        let rest = name.dropFirst(kind.count)
        let separators = rest.prefix { !$0.isLetter && !$0.isNumber }
        let word = rest.dropFirst(separators.count).prefix { $0.isLetter || $0.isNumber }
        if !word.isEmpty, word.allSatisfy({ ("0"..."9").contains($0) }) { return word.count <= 3 }
        // `Side A`, but not `Disco`.
        let others = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "ii", "iii", "iv", "v", "vi"]
        return !separators.isEmpty && (word.count == 1 && ("a"..."i").contains(word) || others.contains(String(word)))
    }
}
