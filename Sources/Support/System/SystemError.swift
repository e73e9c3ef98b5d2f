import Glibc

/// The error of a system call.
package struct SystemError: Error, Hashable, Sendable {
    /// The error number, as in `errno`.
    package let code: Int32

    /// Makes the error with an error number.
    package init(code: Int32) {
        self.code = code
    }

    /// The error of the last system call of this thread that failed.
    package static var last: SystemError { SystemError(code: errno) }
}

extension SystemError: CustomStringConvertible {
    /// The system's message, such as `No such file or directory`.
    package var description: String {
        // Unlike `strerror`, it uses no buffer that threads share.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
            text.initialize(repeating: 0)
            guard let start = text.baseAddress else { return "error \(code)" }
            _ = strerror_r(code, start, text.count)
            return start.pointee == 0 ? "error \(code)" : String(cString: start)
        }
    }
}
