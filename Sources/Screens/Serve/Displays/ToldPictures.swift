import Synchronization

/// The pictures that were last announced to displays: a name stands for these bytes, regardless of later changes.
final class ToldPictures: Sendable {
    /// The maximum number of pictures per display, and in total.
    private static let (maximumOfOne, maximum) = (2, 256)

    private struct Told {
        let display: String
        let name: String
        let picture: DrawnPicture
    }

    private let told = Mutex<[Told]>([])

    /// The picture with a name; nil if later pictures were announced to the display.
    func picture(_ name: String, of display: String) -> DrawnPicture? {
        told.withLock { told in told.last { $0.display == display && $0.name == name }?.picture }
    }

    /// The name and the picture that were last announced to the display.
    func last(of display: String) -> (name: String, picture: DrawnPicture)? {
        told.withLock { told in told.last { $0.display == display }.map { ($0.name, $0.picture) } }
    }

    /// Stores a picture that is announced to a display.
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
