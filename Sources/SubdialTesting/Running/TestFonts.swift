// A release build for use without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import Drawing
    import Snapshots
    import Synchronization

    /// The record of the fonts that the references of tests were drawn with.
    enum TestFonts {
        /// Adds faces to the record beside references.
        ///
        /// - Throws: Where it cannot be written.
        static func record(_ faces: [FontFace], beside references: String) throws {
            let new = FontRecord.records(faces)
            guard !new.isEmpty else { return }
            try TestReport.shared.alone {
                let known = FontManifest(folder: references)
                // A file that has changed replaces its record.
                let kept = (known?.fonts ?? []).filter { font in !new.contains { $0.family == font.family && $0.style == font.style } }
                let all = FontManifest(kept + new)
                if all != known { try all.write(folder: references) }
            }
        }

        /// Checks that faces are those that the references were recorded with.
        ///
        /// - Parameter mode: Which references are written. Where they are written anew, other fonts are taken; where missing ones are, so is a
        ///   missing record.
        /// - Throws: Every difference, before anything is drawn; or that there is no record to compare with.
        static func check(_ faces: [FontFace], beside references: String, _ mode: RecordMode) throws {
            guard mode == .never || mode == .missing else { return }
            guard let differences = differences(faces, beside: references) else {
                guard mode == .never else { return }
                throw Mismatch(
                    description:
                        "\(references)/\(FontManifest.name) cannot be read, and the fonts have to be those that it lists; tests write it "
                        + "with their references, where CI is not set")
            }
            guard differences.isEmpty else {
                throw Mismatch(description: "the fonts are not those of the references: \(differences.joined(separator: "; "))")
            }
        }

        /// Fonts that are not those of the references.
        struct Mismatch: Error, CustomStringConvertible {
            let description: String
        }

        /// The differences between installed fonts and those of the references, a line each: they may explain a failure.
        static func warnings(_ faces: [FontFace], beside references: String) -> [String] {
            differences(faces, beside: references)?.map { "other fonts than the references were recorded with: \($0)" } ?? []
        }

        /// A record of fonts, and the faces that it was compared with.
        private struct Comparison: Hashable {
            let manifest: FontManifest
            let faces: [FontFace]
        }

        /// The results of comparisons: each reads all files of the fonts.
        private static let compared = Mutex<[Comparison: [String]]>([:])

        /// The differences, a line each; nil where there is no record.
        private static func differences(_ faces: [FontFace], beside references: String) -> [String]? {
            guard let manifest = FontManifest(folder: references) else { return nil }
            let comparison = Comparison(manifest: manifest, faces: faces)
            if let known = compared.withLock({ $0[comparison] }) { return known }
            let differences = manifest.differences(among: faces)
            compared.withLock { $0[comparison] = differences }
            return differences
        }
    }
#endif
