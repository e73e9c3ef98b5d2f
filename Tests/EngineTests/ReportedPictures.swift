import SubdialBasics
import Synchronization

/// The messages about refused pictures, in order.
final class ReportedPictures: Sendable {
    private let received = Mutex<[String]>([])

    /// The messages so far.
    var messages: [String] { received.withLock { $0 } }

    /// Reports into this list.
    var reports: PictureReports { PictureReports { message in self.received.withLock { $0.append(message) } } }
}
