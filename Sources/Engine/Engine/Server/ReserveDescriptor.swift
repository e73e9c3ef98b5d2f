import Glibc
import SubdialEngineWire
import SubdialSystem

/// A reserved descriptor for the case that no other is left: releasing it permits one more connection to be accepted and refused with a
/// message.
final class ReserveDescriptor {
    private var descriptor: Descriptor?

    init() {
        refill()
    }

    /// Releases the descriptor; returns false if there is none.
    func release() -> Bool {
        guard descriptor != nil else { return false }
        descriptor = nil
        return true
    }

    /// Reserves a descriptor again, if one is available.
    func refill() {
        guard descriptor == nil else { return }
        let raw = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if raw >= 0 { descriptor = Descriptor(raw) }
    }
}
