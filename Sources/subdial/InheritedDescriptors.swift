import EngineWire
import Glibc

/// Descriptors that whoever started this front has left open.
enum InheritedDescriptors {
    /// Keeps all of them but stdin, stdout and stderr from whatever this process starts: a lock or a pipe that lives on in the engine
    /// would hold up somebody who has nothing to do with it.
    static func closeOnExec() {
        // Where no descriptor is left to read the list with, or there is no procfs, all that there may be are gone through.
        guard let folder = opendir("/proc/self/fd") else {
            let count = Int32(clamping: min(DescriptorLimit.now, DescriptorLimit.most))
            for descriptor in 0..<count where descriptor > STDERR_FILENO { mark(descriptor) }
            return
        }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if let descriptor = Int32(name), descriptor > STDERR_FILENO { mark(descriptor) }
        }
    }

    private static func mark(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
}
