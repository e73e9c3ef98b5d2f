import Glibc
import SubdialCGlibc
import Synchronization

/// The preallocated memory for the line of a ``CrashNote``.
///
/// The handler uses only integers and raw memory. Concurrent writes may be torn, but never exceed the buffers.
final class CrashPage: @unchecked Sendable {
    private static let lineLength = 4096
    private static let servingLength = 1024
    private static let nameLength = 1024
    private static let slots = 16
    private static let signalCount = 65

    private let line = UnsafeMutablePointer<UInt8>.allocate(capacity: lineLength)
    private let title = CrashText(capacity: 128)
    /// Two alternating buffers, so that one of them is complete at any time.
    private let serving = (CrashText(capacity: servingLength), CrashText(capacity: servingLength))
    private let isSecond = Atomic(false)
    private let before = UnsafeMutablePointer<sigaction>.allocate(capacity: signalCount)
    private let watched = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: slots)
    /// The names by signal number.
    private let names: [CrashText?]
    private let unknown = CrashText("an unknown signal")
    private let (at, inCode, whileServing) = (CrashText(" at "), CrashText(" in code at 0x"), CrashText(" while serving "))

    init(signals: [Int32], names: [String]) {
        var byNumber = [CrashText?](repeating: nil, count: Self.signalCount)
        for (number, name) in zip(signals, names) { byNumber[Int(number)] = CrashText("signal \(number) (\(name))") }
        self.names = byNumber
        before.initialize(repeating: sigaction(), count: Self.signalCount)
        for slot in 0..<Self.slots { (watched + slot).initialize(to: Atomic(-1)) }
    }

    func prepare(title text: String) { title.append(text) }

    func store(_ action: sigaction, of number: Int32) { before[Int(number)] = action }

    func setRequests(serving text: String) {
        let next = !isSecond.load(ordering: .sequentiallyConsistent)
        (next ? serving.1 : serving.0).append(text)
        isSecond.store(next, ordering: .sequentiallyConsistent)
    }

    func watch(_ descriptor: Int32) -> Int? {
        for slot in 0..<Self.slots {
            let (isTaken, _) = watched[slot].compareExchange(expected: -1, desired: descriptor, ordering: .sequentiallyConsistent)
            if isTaken { return slot }
        }
        return nil
    }

    func unwatch(_ slot: Int) { watched[slot].store(-1, ordering: .sequentiallyConsistent) }

    // MARK: In the handler

    func mark() {
        line[0] = CrashNote.mark
        var slot = 0
        while slot < Self.slots {
            let descriptor = watched[slot].load(ordering: .sequentiallyConsistent)
            if descriptor >= 0 { _ = Glibc.write(descriptor, line, 1) }
            slot += 1
        }
    }

    /// Composes the line, and returns its length.
    @discardableResult
    func compose(signal number: Int32, at seconds: Int, code address: UInt) -> Int {
        var length = title.copy(to: line, at: 0)
        length = (names[Int(number)] ?? unknown).copy(to: line, at: length)
        length = at.copy(to: line, at: length)
        length = CrashDate(seconds: seconds).copy(to: line, at: length)
        if address > 0 {
            length = inCode.copy(to: line, at: length)
            length = copy(hexadecimal: address, at: length)
            let name = line + length + 2
            let count = name.withMemoryRebound(to: CChar.self, capacity: Self.nameLength) {
                subdial_crash_name(address, $0, Self.nameLength)
            }
            if count > 0 {
                (line[length], line[length + 1]) = (UInt8(ascii: " "), UInt8(ascii: "("))
                line[length + 2 + count] = UInt8(ascii: ")")
                length += count + 3
            }
        }
        length = whileServing.copy(to: line, at: length)
        let requests = isSecond.load(ordering: .sequentiallyConsistent) ? serving.1 : serving.0
        length = requests.copy(to: line, at: length)
        line[length] = UInt8(ascii: "\n")
        return length + 1
    }

    private func copy(hexadecimal number: UInt, at start: Int) -> Int {
        var (shift, end) = (UInt(60), start)
        while shift > 0, number >> shift == 0 { shift -= 4 }
        while true {
            let digit = UInt8(truncatingIfNeeded: number >> shift & 15)
            line[end] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
            end += 1
            guard shift > 0 else { return end }
            shift -= 4
        }
    }

    func write(_ length: Int) { _ = Glibc.write(STDERR_FILENO, line, length) }

    /// Calls the previous handler of the signal.
    func pass(_ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?) {
        let action = before + Int(number)
        guard action.pointee.sa_flags & SA_SIGINFO != 0 else { return }
        action.pointee.__sigaction_handler.sa_sigaction?(number, info, context)
    }
}

/// A text in preallocated memory.
final class CrashText: Sendable {
    private nonisolated(unsafe) let bytes: UnsafeMutablePointer<UInt8>
    private let capacity: Int
    private let count = Atomic(0)

    init(capacity: Int) {
        self.capacity = capacity
        bytes = .allocate(capacity: capacity)
        bytes.initialize(repeating: 0, count: capacity)
    }

    convenience init(_ text: String) {
        self.init(capacity: text.utf8.count)
        append(text)
    }

    deinit {
        bytes.deallocate()
    }

    /// Stores a text on one line, truncated to the capacity.
    fileprivate func append(_ text: String) {
        var length = 0
        for byte in text.utf8.prefix(capacity) {
            bytes[length] = byte < 0x20 || byte == 0x7F ? 0x20 : byte
            length += 1
        }
        count.store(length, ordering: .sequentiallyConsistent)
    }

    /// Copies the text to an offset, and returns the offset after it.
    fileprivate func copy(to line: UnsafeMutablePointer<UInt8>, at start: Int) -> Int {
        let length = count.load(ordering: .sequentiallyConsistent)
        memcpy(line + start, bytes, length)
        return start + length
    }
}

/// Formats a date as `2026-01-08T20:15:04Z` without allocating memory.
struct CrashDate {
    /// The length of the text, in bytes.
    static let length = 20

    private var year: Int
    private var month: Int
    private var day: Int
    private let second: Int

    /// The date a number of seconds after 1970 began; values before that, or after the year 9999, are clamped.
    init(seconds: Int) {
        let seconds = min(max(seconds, 0), 253_402_300_799)
        second = seconds % 86_400
        // Years that begin in March end with the leap day.
        let days = seconds / 86_400 + 719_468
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Writes the text at an offset, and returns the offset after it.
    func copy(to line: UnsafeMutablePointer<UInt8>, at start: Int) -> Int {
        var end = Self.append(year, digits: 4, before: UInt8(ascii: "-"), to: line, at: start)
        end = Self.append(month, digits: 2, before: UInt8(ascii: "-"), to: line, at: end)
        end = Self.append(day, digits: 2, before: UInt8(ascii: "T"), to: line, at: end)
        end = Self.append(second / 3600, digits: 2, before: UInt8(ascii: ":"), to: line, at: end)
        end = Self.append(second / 60 % 60, digits: 2, before: UInt8(ascii: ":"), to: line, at: end)
        return Self.append(second % 60, digits: 2, before: UInt8(ascii: "Z"), to: line, at: end)
    }

    private static func append(_ number: Int, digits: Int, before: UInt8, to line: UnsafeMutablePointer<UInt8>, at start: Int) -> Int {
        var (rest, index) = (number, digits - 1)
        while index >= 0 {
            line[start + index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            index -= 1
        }
        line[start + digits] = before
        return start + digits + 1
    }
}
