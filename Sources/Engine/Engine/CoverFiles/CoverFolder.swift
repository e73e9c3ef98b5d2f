import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialDrawing
import SubdialSystem

/// A disk cache of square covers, with one file for each picture and size, so that different pictures have different paths.
///
/// Its methods block, and must be called on a separate thread.
struct CoverFolder: Hashable, Sendable {
    /// The maximum number of cached pictures; the least recently used are removed first.
    static let limit = 200

    let path: String

    /// The path of the file for a cover's content and size, which need not exist.
    func file(of digest: WideHash, side: Int) -> String { "\(path)/\(digest.text)-\(side).png" }

    /// The cached picture, if it exists and is complete; marks it as used now.
    func picture(of digest: WideHash, side: Int) -> CoverPicture? {
        let file = file(of: digest, side: side)
        // A file that was being written during a power failure may be empty.
        guard let bytes = InputFile.picture(at: file), ImageFormat.sniff(bytes) == .png else { return nil }
        utimensat(AT_FDCWD, file, nil, 0)
        return CoverPicture(png: bytes, file: file)
    }

    /// Caches a picture, if possible.
    func keep(_ png: [UInt8], of digest: WideHash, side: Int) -> CoverPicture {
        let file = file(of: digest, side: side)
        do {
            try AtomicFile.write(png, to: file)
        } catch {
            return CoverPicture(png: png, file: nil, problem: error)
        }
        trim(keeping: file)
        return CoverPicture(png: png, file: file)
    }

    private func trim(keeping newest: String) {
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter {
            $0.hasSuffix(".png") && !$0.hasPrefix(".")
        }
        guard files.count > Self.limit else { return }
        let dated = files.map { file in
            let file = "\(path)/\(file)"
            return (FileVersion(path: file)?.modified ?? .min, file)
        }
        for (_, file) in dated.sorted(by: { $0.0 < $1.0 }).dropLast(Self.limit) where file != newest {
            unlink(file)
        }
    }
}
