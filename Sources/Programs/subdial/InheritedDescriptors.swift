import Glibc
import SubdialEngineWire

/// Descriptors that the parent process left open.
enum InheritedDescriptors {
    /// Marks all descriptors except stdin, stdout and stderr as close-on-exec.
    ///
    /// A lock or a pipe that the engine inherited would block an unrelated process.
    static func closeOnExec() {
        // If no descriptor is free to read the list, or there is no procfs, all possible numbers are marked.
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
