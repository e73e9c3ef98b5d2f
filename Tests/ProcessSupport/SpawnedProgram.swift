// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Synchronization

    /// A program that is started without Foundation.
    ///
    /// For programs that close all inherited descriptors: Foundation then assumes that they have ended, and waits for them in place of
    /// other processes. Its signal handling is the default, whatever this thread has blocked.
    final class SpawnedProgram: Sendable {
        struct CannotStart: Error { let program: String }

        let processID: pid_t
        private let isReaped = Mutex(false)

        /// Starts a program.
        ///
        /// - Parameter descriptors: The descriptors that the program inherits as 3 and above; in this process they stay open and must be
        ///   10 or above.
        init(_ program: String, _ arguments: [String], environment: [String: String], descriptors: [Int32] = []) throws {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for descriptor in 0...2 as ClosedRange<Int32> {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            }
            for (place, descriptor) in zip(Int32(3)..., descriptors) {
                posix_spawn_file_actions_adddup2(&actions, descriptor, place)
            }
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            var (none, all) = (sigset_t(), sigset_t())
            sigemptyset(&none)
            sigfillset(&all)
            posix_spawnattr_setsigmask(&attributes, &none)
            posix_spawnattr_setsigdefault(&attributes, &all)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
            let words = ([program] + arguments).map { strdup($0) } + [nil]
            let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
            defer { for pointer in words + variables { free(pointer) } }
            var id: pid_t = 0
            guard posix_spawn(&id, program, &actions, &attributes, words, variables) == 0 else { throw CannotStart(program: program) }
            processID = id
        }

        /// Stops the program and waits until it has ended.
        func stop() {
            isReaped.withLock { isReaped in
                guard !isReaped else { return }
                kill(processID, SIGTERM)
                var status: Int32 = 0
                for _ in 0..<1000 where waitpid(processID, &status, WNOHANG) == 0 { usleep(5000) }
                kill(processID, SIGKILL)
                waitpid(processID, &status, 0)
                isReaped = true
            }
        }
    }
#endif
