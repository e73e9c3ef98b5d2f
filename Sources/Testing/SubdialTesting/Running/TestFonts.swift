// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import SubdialDrawing
    import SubdialSnapshots
    import Synchronization

    /// The record of the fonts with which the references of tests were drawn.
    enum TestFonts {
        /// Adds faces to the record next to references.
        ///
        /// - Throws: An error if it cannot be written.
        static func record(_ faces: [FontFace], beside references: String) throws {
            let new = FontRecord.records(faces)
            guard !new.isEmpty else { return }
            try TestReport.shared.alone {
                // An invalid record is written anew.
                let known = try? FontManifest.recorded(folder: references)
                let all = known?.updated(with: new) ?? FontManifest(new)
                if all != known { try all.write(folder: references) }
            }
        }

        /// Checks that faces match the record of the references.
        ///
        /// - Parameter mode: The references to write. If all or changed ones are written, other fonts are accepted; if missing ones are
        ///   written, so is a missing record.
        /// - Throws: ``Mismatch`` with all differences, before anything is drawn, or if there is no record to compare with.
        static func check(_ faces: [FontFace], beside references: String, _ mode: RecordMode) throws {
            guard mode == .never || mode == .missing else { return }
            guard let differences = try differences(faces, beside: references) else {
                guard mode == .never else { return }
                throw Mismatch(
                    description:
                        "there is no \(references)/\(FontManifest.name), and the fonts have to be those that it lists; tests write it "
                        + "with their references, where CI is not set")
            }
            guard differences.isEmpty else {
                throw Mismatch(description: "the fonts are not those of the references: \(differences.joined(separator: "; "))")
            }
        }

        /// The error of fonts that differ from those of the references.
        struct Mismatch: Error, CustomStringConvertible {
            let description: String
        }

        /// The differences between installed fonts and those of the references, one line each; they may explain a failure.
        static func warnings(_ faces: [FontFace], beside references: String) -> [String] {
            do throws(SnapshotError) {
                return try differences(faces, beside: references)?.map { "other fonts than the references were recorded with: \($0)" } ?? []
            } catch {
                return ["\(error)"]
            }
        }

        /// A comparison of a record of fonts with faces, as a cache key.
        private struct Comparison: Hashable {
            let manifest: FontManifest
            let faces: [FontFace]
        }

        /// The cached results of comparisons, each of which reads all font files.
        private static let compared = Mutex<[Comparison: [String]]>([:])

        /// The differences, one line each; nil if there is no record.
        ///
        /// - Throws: ``SnapshotError`` for an invalid record.
        private static func differences(_ faces: [FontFace], beside references: String) throws(SnapshotError) -> [String]? {
            guard let manifest = try FontManifest.recorded(folder: references) else { return nil }
            let comparison = Comparison(manifest: manifest, faces: faces)
            if let known = compared.withLock({ $0[comparison] }) { return known }
            let differences = manifest.differences(among: faces)
            compared.withLock { $0[comparison] = differences }
            return differences
        }
    }
#endif
