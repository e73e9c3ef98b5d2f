/// The types of this process that conform to a protocol, whether or not any code names them.
///
/// The compiler writes a record for each conformance of a program and of its libraries, by which `as?` finds it. This type reads all records. Their
/// form is part of Swift's ABI: "Protocol conformance records", "Nominal type descriptors" and "Existential metadata" in the documents of the compiler.
package enum ConformingTypes {
    /// The types that conform to a protocol and have no generic parameters, in no order.
    ///
    /// - Parameter existential: The type of any value of the protocol, such as `(any PreviewProvider).self`; it names one protocol.
    package static func all(of existential: Any.Type) -> [Any.Type] {
        let metadata = unsafeBitCast(existential, to: UnsafeRawPointer.self)
        guard metadata.load(as: UInt.self) == existentialKind, metadata.load(fromByteOffset: 12, as: UInt32.self) == 1 else { return [] }
        var search = Search(protocolDescriptor: metadata.load(fromByteOffset: 16, as: UnsafeRawPointer.self))
        withUnsafeMutablePointer(to: &search) { search in
            enumerateSections(
                { section, context in
                    context.assumingMemoryBound(to: Search.self).pointee.read(section)
                    return true
                }, search)
        }
        return search.types
    }

    /// The kind of existential types in metadata.
    private static let existentialKind: UInt = 0x303

    /// Calls a function with the sections of each image of the process.
    @_silgen_name("swift_enumerateAllMetadataSections")
    private static func enumerateSections(
        _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> CBool, _ context: UnsafeMutableRawPointer)

    /// A search for the records of a protocol.
    private struct Search {
        let protocolDescriptor: UnsafeRawPointer
        var types: [Any.Type] = []

        /// Reads the conformances of an image: a start and a length in bytes, after four words and the image's protocols.
        mutating func read(_ sections: UnsafeRawPointer) {
            let (start, length) = (sections.load(fromByteOffset: 48, as: UInt.self), sections.load(fromByteOffset: 56, as: Int.self))
            guard let first = UnsafeRawPointer(bitPattern: start) else { return }
            for offset in stride(from: 0, to: length, by: 4) {
                let record = target(of: first + offset)
                guard indirectable(record) == protocolDescriptor, let type = type(of: record) else { continue }
                types.append(type)
            }
        }

        /// The type of a record: a struct, a class or an enumeration; nil for a generic one.
        private func type(of record: UnsafeRawPointer) -> Any.Type? {
            var descriptor = target(of: record + 4)
            switch record.load(fromByteOffset: 12, as: UInt32.self) >> 3 & 7 {
            case 0: break
            case 1: descriptor = descriptor.load(as: UnsafeRawPointer.self)
            // Only Objective-C has others.
            default: return nil
            }
            let flags = descriptor.load(as: UInt32.self)
            let (kind, isGeneric) = (flags & 0x1F, flags & 0x80 != 0)
            guard (16...18).contains(kind), !isGeneric else { return nil }
            // The request for complete metadata is 0; the first word of the answer is the metadata.
            typealias Accessor = @convention(c) (UInt) -> UnsafeRawPointer
            return unsafeBitCast(unsafeBitCast(target(of: descriptor + 12), to: Accessor.self)(0), to: Any.Type.self)
        }

        /// The target of an offset that is relative to its own place.
        private func target(of place: UnsafeRawPointer) -> UnsafeRawPointer { place + Int(place.load(as: Int32.self)) }

        /// The target of a relative offset, or of the pointer there if the lowest bit is set.
        private func indirectable(_ place: UnsafeRawPointer) -> UnsafeRawPointer {
            let offset = Int(place.load(as: Int32.self))
            let target = place + (offset & ~1)
            return offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer.self)
        }
    }
}
