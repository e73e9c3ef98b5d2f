import FoundationEssentials
import Glibc

extension ClockReading {
    /// The boot id of the machine.
    private static let boot =
        FileManager.default.contents(atPath: "/proc/sys/kernel/random/boot_id")
        .map { String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace } } ?? ""

    /// The current reading of this machine's clocks.
    package static var now: ClockReading {
        var time = timespec()
        let isTold = clock_gettime(CLOCK_BOOTTIME, &time) == 0
        return ClockReading(wall: .now, uptime: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9, boot: isTold ? boot : "")
    }
}
