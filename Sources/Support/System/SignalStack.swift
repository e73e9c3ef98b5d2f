import Glibc

/// The stack on which the signal handlers of a thread run, so that an overflow of its own stack can be reported.
///
/// Make it on the thread itself, and release it there.
package final class SignalStack {
    private static let size = 64 << 10
    private let memory: UnsafeMutableRawPointer?

    /// Makes the stack of the calling thread; without memory, its handlers run on its own stack.
    package init() {
        let mapped = mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        memory = mapped == MAP_FAILED ? nil : mapped
        guard let memory else { return }
        var stack = stack_t(ss_sp: memory, ss_flags: 0, ss_size: Self.size)
        sigaltstack(&stack, nil)
    }

    deinit {
        guard let memory else { return }
        var stack = stack_t(ss_sp: nil, ss_flags: Int32(SS_DISABLE), ss_size: 0)
        sigaltstack(&stack, nil)
        munmap(memory, Self.size)
    }
}
