import Synchronization

/// The pictures that displays were told of last: a name stands for these bytes, whatever plays when they are fetched.
final class ToldPictures: Sendable {
    /// The most pictures of one display, and of all.
    private static let (maximumOfOne, maximum) = (2, 256)

    private struct Told {
        let display: String
        let name: String
        let picture: DrawnPicture
    }

    private let told = Mutex<[Told]>([])

    /// The picture of that name; nil where the display was told of others since.
    func picture(_ name: String, of display: String) -> DrawnPicture? {
        told.withLock { told in told.last { $0.display == display && $0.name == name }?.picture }
    }

    /// The name and the picture that the display was told of last.
    func last(of display: String) -> (name: String, picture: DrawnPicture)? {
        told.withLock { told in told.last { $0.display == display }.map { ($0.name, $0.picture) } }
    }

    /// Notes a picture that a display is told of.
    func note(_ picture: DrawnPicture, _ name: String, of display: String) {
        told.withLock { told in
            told.removeAll { $0.display == display && $0.name == name }
            told.append(Told(display: display, name: name, picture: picture))
            let own = told.indices.filter { told[$0].display == display }
            if own.count > Self.maximumOfOne, let first = own.first { told.remove(at: first) }
            if told.count > Self.maximum { told.removeFirst() }
        }
    }
}
