import Glibc

/// Descriptors that whoever started this front has left open.
enum InheritedDescriptors {
    /// Keeps all of them but stdin, stdout and stderr from whatever this process starts: a lock or a pipe that lives on in the engine
    /// would hold up somebody who has nothing to do with it.
    static func closeOnExec() {
        guard let folder = opendir("/proc/self/fd") else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if let descriptor = Int32(name), descriptor > STDERR_FILENO {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            }
        }
    }
}
