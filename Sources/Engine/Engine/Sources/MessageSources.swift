import Logging
import SubdialBasics
import SubdialLibrary
import SubdialPlayback
import SubdialPlayers
import SubdialSystem
import Synchronization

/// The open message sources of an engine, which zones, kinds and transfers share: a FIFO has one reader only.
final class MessageSources: Sendable {
    private struct Open {
        weak var source: MessageFileSource?
    }

    private let folder: PrivateFolder
    private let logger: Logger
    private let open = Mutex<[MessageFileAddress: Open]>([:])

    /// - Parameter folder: The folder of the libraries that messages describe.
    init(_ folder: PrivateFolder, logger: Logger) { (self.folder, self.logger) = (folder, logger) }

    /// The source at an address: the open one, or a new one, which is open while a caller holds it.
    func source(at address: MessageFileAddress) -> MessageFileSource {
        open.withLock { open in
            if let source = open[address]?.source { return source }
            let library = library(of: address)
            let source = MessageFileSource(address, logger: logger) { try library.store($0) }
            open = open.filter { $0.value.source != nil }
            open[address] = Open(source: source)
            return source
        }
    }

    /// The library that the messages at an address describe.
    func library(of address: MessageFileAddress) -> ReceivedLibrary {
        ReceivedLibrary(folder.file("\(WideHash(address.text).text).db"))
    }

    /// The files that the messages of all open sources have announced, the most urgent first.
    var announcedFiles: [AnnouncedFile] {
        let sources = open.withLock { $0.sorted { $0.key.text < $1.key.text }.compactMap(\.value.source) }
        let files = sources.map(\.announcements)
        return MediaTransfer.Priority.allCases.flatMap { priority in
            files.flatMap { folder, transfers in
                transfers.filter { $0.priority == priority }.map {
                    AnnouncedFile(folder: folder, name: $0.name, size: $0.size, checksum: $0.checksum)
                }
            }
        }
    }
}

/// A file that messages have announced.
package struct AnnouncedFile: Hashable, Sendable {
    /// The folder of the messages, in which the file is.
    package let folder: String
    /// The name of the file.
    package let name: String
    /// The size in bytes that was announced.
    package let size: Int
    /// The SHA-256 that was announced, in hexadecimal digits.
    package let checksum: String

    /// Makes a file.
    package init(folder: String, name: String, size: Int, checksum: String) {
        (self.folder, self.name, self.size, self.checksum) = (folder, name, size, checksum)
    }
}

extension ReceivedLibrary {
    /// Stores the changes that messages have made.
    fileprivate func store(_ changes: [LibraryChange]) throws {
        for change in changes {
            switch change {
            case .playlist(let list, let date):
                try store(playlist: list.id, name: list.name, tracks: list.items.map(LibraryTrack.init), at: date)
            case .tracks(let items, let date): try store(tracks: items.map(LibraryTrack.init), at: date)
            case .missing(let text): try store(missing: text)
            }
        }
    }
}

extension LibraryTrack {
    /// A track that has no file here; its id stands in the place of the path.
    fileprivate init(_ item: LibraryItem) {
        func known(_ text: String) -> String? { text.isEmpty ? nil : text }
        self.init(
            id: item.id, path: item.id, title: item.title, artist: known(item.artist), album: known(item.album), duration: item.duration,
            playCount: item.playCount ?? 0)
    }
}
