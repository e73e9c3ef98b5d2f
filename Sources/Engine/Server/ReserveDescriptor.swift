import EngineWire
import Glibc

/// A descriptor that is kept for the moment when no other is left: given back, it lets one more be told so.
final class ReserveDescriptor {
    private var descriptor: Descriptor?

    init() {
        refill()
    }

    /// Gives the descriptor back; false where there is none.
    func release() -> Bool {
        guard descriptor != nil else { return false }
        descriptor = nil
        return true
    }

    /// Takes one again, where one is to be had.
    func refill() {
        guard descriptor == nil else { return }
        let raw = open("/dev/null", O_RDONLY | O_CLOEXEC)
        if raw >= 0 { descriptor = Descriptor(raw) }
    }
}
