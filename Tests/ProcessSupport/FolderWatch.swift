// Release builds support neither the Testing library nor `@testable` imports.
#if DEBUG
    import Foundation
    import Glibc

    /// The changes of files in a folder, from inotify.
    final class FolderWatch {
        struct Event: Hashable {
            let name: String
            let mask: UInt32

            /// True if a complete file was renamed to this path.
            var isRename: Bool { mask & UInt32(IN_MOVED_TO) != 0 }
            var isRemoval: Bool { mask & UInt32(IN_DELETE) != 0 }
        }

        private let descriptor: Int32

        init(_ path: String) throws {
            descriptor = inotify_init1(Int32(O_NONBLOCK))
            let mask = UInt32(IN_CREATE) | UInt32(IN_MODIFY) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
            guard descriptor >= 0, inotify_add_watch(descriptor, path, mask) >= 0 else { throw CocoaError(.fileReadUnknown) }
        }

        deinit { close(descriptor) }

        /// The events since the last call, in order.
        func events() -> [Event] {
            var found: [Event] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return found }
                var offset = 0
                while offset + 16 <= count {
                    func word(_ place: Int) -> UInt32 {
                        (0..<4).reduce(0) { $0 | UInt32(buffer[offset + place + $1]) << (8 * UInt32($1)) }
                    }
                    let length = Int(word(12))
                    let name = buffer[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
                    found.append(Event(name: String(decoding: name, as: UTF8.self), mask: word(4)))
                    offset += 16 + length
                }
            }
        }
    }
#endif
