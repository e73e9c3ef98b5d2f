import SubdialEngine
import Synchronization

/// The hub of a process, created when it is first used: a picture of an entry file needs none.
final class CommonHub: Sendable {
    private let made = Mutex<Hub?>(nil)
    private let make: @Sendable () -> Hub

    init(make: @escaping @Sendable () -> Hub) { self.make = make }

    /// The hub.
    var hub: Hub {
        made.withLock { made in
            if let made { return made }
            let new = make()
            made = new
            return new
        }
    }

    /// The hub, if it has been used.
    var existing: Hub? { made.withLock { $0 } }
}
