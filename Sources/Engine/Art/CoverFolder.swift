import Drawing
import Files
import FoundationEssentials
import Glibc

/// Square pictures of covers on disk, a file for each picture and size, so that another path means another picture.
///
/// All of it blocks: it is for a thread of its own.
struct CoverFolder: Hashable, Sendable {
    /// How many pictures stay; those go first that were not used for the longest time.
    static let limit = 200

    let path: String

    /// The file of a cover of that content and size, which need not be there.
    func file(of digest: CoverSource.Digest, side: Int) -> String { "\(path)/\(digest.text)-\(side).png" }

    /// The picture, if it is there and whole; marks it as used just now.
    func picture(of digest: CoverSource.Digest, side: Int) -> CoverPicture? {
        let file = file(of: digest, side: side)
        // A file that was being written when the machine lost its power may be empty.
        guard let bytes = PictureFile.bytes(at: file), ImageFormat.sniff(bytes) == .png else { return nil }
        utimensat(AT_FDCWD, file, nil, 0)
        return CoverPicture(png: bytes, file: file)
    }

    /// Keeps a picture, where that can be done.
    func keep(_ png: [UInt8], of digest: CoverSource.Digest, side: Int) -> CoverPicture {
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
