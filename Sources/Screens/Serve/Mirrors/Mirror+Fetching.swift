import Glibc
import SubdialEngineWire
import SubdialGLib
import SubdialHTTP
import SubdialSystem

extension Mirror {
    /// The maximum number of consecutive broken connections without progress.
    private static let maximumAttempts = 4

    private enum Attempt {
        case whole
        /// The connection broke after this number of bytes.
        case broken(MirrorError, length: Int)
        /// The partial file is not a prefix of the file, or the received bytes are not the file.
        case wrong(String)
    }

    /// Downloads a file into the folder of parts, and resumes an earlier attempt; the result is complete and matches the hash in its name.
    ///
    /// - Throws: ``MirrorError``; the received bytes stay for the next attempt.
    func fetch(_ file: MirrorContext.File) async throws(MirrorError) {
        var failures = 0
        var longest = 0
        var isSecondTime = false
        while true {
            switch try await attempt(file) {
            case .whole: return
            case .broken(let error, let length):
                // Only new bytes are progress: a proxy may restart each time and end at the same byte.
                failures = length > longest ? 0 : failures + 1
                longest = max(longest, length)
                guard failures < Self.maximumAttempts, (try? await Task.sleep(for: .milliseconds(100 << failures))) != nil else {
                    throw error
                }
            case .wrong(let reason):
                folder.removePart(file.address)
                // The partial file may have been wrong; a second failure from the start shows that it was not.
                guard !isSecondTime else { throw .file(path: "\(file.path)", reason: reason) }
                isSecondTime = true
            }
        }
    }

    private func attempt(_ file: MirrorContext.File) async throws(MirrorError) -> Attempt {
        let part = try folder.part(file.address)
        let shown = "\(folder.path)/\(MirrorFolder.partsName)/\(file.address)"
        var length = FileVersion(descriptor: part.raw)?.size ?? 0
        guard length <= file.size else { return .wrong("it is longer") }
        guard var hash = SHA256(ofFile: part.raw) else {
            throw .write(WriteError(path: shown, reason: "what has come of it cannot be read"))
        }
        if length < file.size {
            let stream: HTTPStream
            do throws(MirrorError) {
                stream = try await server.file(file.address, from: length)
            } catch {
                return .broken(error, length: length)
            }
            switch stream.head.status {
            case 200:
                // The server sent the whole file although a range was requested.
                if length > 0 {
                    guard ftruncate(part.raw, 0) == 0 else {
                        throw .write(WriteError(path: shown, reason: SystemError.last.description))
                    }
                    (length, hash) = (0, SHA256())
                }
            case 206:
                guard stream.head["Content-Range"] == "bytes \(length)-\(file.size - 1)/\(file.size)" else {
                    return .wrong("another part comes than was asked for")
                }
            case 416: return .wrong("it is shorter")
            case 404: throw .stale(path: "\(file.path)")
            case 401, 403: throw server.failure(stream.head)
            default: return .broken(server.failure(stream.head), length: length)
            }
            var unwritten: MirrorError?
            do throws(HTTPError) {
                for try await bytes in stream {
                    guard length + bytes.count <= file.size else { return .wrong("it is longer than \(file.size) bytes") }
                    do throws(MirrorError) {
                        try MirrorFolder.write(bytes[...], to: part.raw, at: length, as: shown)
                    } catch {
                        unwritten = error
                        break
                    }
                    hash.update(bytes)
                    length += bytes.count
                }
            } catch {
                return .broken(.unreachable(server.address, reason: "\(error)"), length: length)
            }
            if let unwritten { throw unwritten }
        }
        guard length == file.size else { return .wrong("it has \(length) bytes instead of \(file.size)") }
        guard hash.hex() == file.address else { return .wrong("its bytes have another SHA-256") }
        return .whole
    }
}
