import Foundation
import Synchronization

/// The types of this process that conform to a protocol, whether or not any code names them.
///
/// The compiler writes a record for each conformance of a program and of its libraries, by which `as?` finds it. This type reads all records. Their
/// form is part of Swift's ABI: "Protocol conformance records", "Nominal type descriptors" and "Existential metadata" in the documents of the compiler.
/// A record of another form is left out with a warning, and nothing outside of the process's memory is read.
package enum ConformingTypes {
    /// The types that conform to a protocol and have no generic parameters, in no order.
    ///
    /// - Parameter existential: The type of any value of the protocol, such as `(any PreviewProvider).self`; it names one protocol.
    package static func all(of existential: Any.Type) -> [Any.Type] {
        var search = ConformanceSearch(of: existential, in: .ofProcess())
        withUnsafeMutablePointer(to: &search) { search in
            enumerateSections(
                { sections, context in
                    context.assumingMemoryBound(to: ConformanceSearch.self).pointee.read(UInt(bitPattern: sections))
                    return true
                }, search)
        }
        warn(search.problems)
        return search.types
    }

    /// Calls a function with the sections of each image of the process.
    @_silgen_name("swift_enumerateAllMetadataSections")
    private static func enumerateSections(
        _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> CBool, _ context: UnsafeMutableRawPointer)

    private static let warned = Mutex<Set<String>>([])

    /// Writes the problems that were not written yet to the standard error stream: each search finds those of an image again.
    private static func warn(_ problems: [String]) {
        for problem in problems where warned.withLock({ $0.insert(problem).inserted }) {
            FileHandle.standardError.write(Data("warning: previews and widgets may be missing: \(problem)\n".utf8))
        }
    }
}

/// A search for the records of a protocol.
struct ConformanceSearch {
    /// The versions of an image's sections whose first members are the same; later ones have more of them.
    private static let versions: ClosedRange<UInt> = 1...5
    /// The kind of existential types in metadata.
    private static let existentialKind: UInt = 0x303

    private let protocolDescriptor: UInt?
    private let memory: ReadableMemory
    private(set) var types: [Any.Type] = []
    /// What was left out and why, each once.
    private(set) var problems: [String] = []

    /// - Parameter existential: The type of any value of the protocol.
    init(of existential: Any.Type, in memory: ReadableMemory) {
        self.memory = memory
        let metadata = unsafeBitCast(existential, to: UInt.self)
        // The flags of a superclass and of a special protocol such as `Error` change what follows.
        guard let kind: UInt = memory.read(metadata), kind == Self.existentialKind, let flags: UInt32 = memory.read(metadata &+ 8),
            flags & 0x7F00_0000 == 0, let count: UInt32 = memory.read(metadata &+ 12), count == 1
        else {
            protocolDescriptor = nil
            problems = ["'\(existential)' is not the type of any value of one protocol"]
            return
        }
        protocolDescriptor = memory.read(metadata &+ 16)
    }

    /// Reads the conformances of an image: a start and a length in bytes, after four words and the image's protocols.
    mutating func read(_ sections: UInt) {
        guard let protocolDescriptor else { return }
        guard let version: UInt = memory.read(sections), Self.versions.contains(version) else {
            let version: UInt? = memory.read(sections)
            report(
                "the metadata of an image has the version \(version.map { "\($0)" } ?? "?"), and the versions "
                    + "\(Self.versions.lowerBound) to \(Self.versions.upperBound) can be read; use a Subdial for this compiler")
            return
        }
        guard let start: UInt = memory.read(sections &+ 48), let length: UInt = memory.read(sections &+ 56) else {
            report("the metadata of an image ends early")
            return
        }
        guard length > 0 else { return }
        guard start % 4 == 0, length % 4 == 0, memory.contains(start, length) else {
            report("the list of conformances of an image is not within the memory")
            return
        }
        for place in stride(from: start, to: start + length, by: 4) {
            guard let record = target(of: place), let found = indirectable(record) else {
                report("a record of a conformance is not within the memory")
                continue
            }
            guard found == protocolDescriptor, let type = type(of: record) else { continue }
            types.append(type)
        }
    }

    /// The type of a record: a struct, a class or an enumeration; nil for a generic one, and for a record that cannot be read.
    private mutating func type(of record: UInt) -> Any.Type? {
        guard let flags: UInt32 = memory.read(record &+ 12), var descriptor = target(of: record &+ 4) else {
            report("a record of a conformance has no type")
            return nil
        }
        switch flags >> 3 & 7 {
        case 0: break
        case 1: descriptor = memory.read(descriptor) ?? 0
        case let kind:
            report("a record of a conformance has a type of the kind \(kind), which only Objective-C has")
            return nil
        }
        guard let flags: UInt32 = memory.read(descriptor) else {
            report("a record of a conformance has a type that is not within the memory")
            return nil
        }
        let (kind, version, isGeneric) = (flags & 0x1F, flags >> 8 & 0xFF, flags & 0x80 != 0)
        guard (16...18).contains(kind), version == 0 else {
            report("a type that conforms has a descriptor of the kind \(kind) and the version \(version), and not of the version 0")
            return nil
        }
        guard !isGeneric else { return nil }
        guard let accessor = target(of: descriptor &+ 12), let code = UnsafeRawPointer(bitPattern: accessor) else {
            report("the descriptor of a type that conforms has no function for its metadata")
            return nil
        }
        // The request for complete metadata is 0; the first word of the answer is the metadata.
        typealias Accessor = @convention(c) (UInt) -> UnsafeRawPointer?
        return unsafeBitCast(code, to: Accessor.self)(0).map { unsafeBitCast($0, to: Any.Type.self) }
    }

    private mutating func report(_ problem: String) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// The target of an offset that is relative to its own place; nil for the offset 0, which means nothing, and outside of the memory.
    private func target(of place: UInt) -> UInt? {
        guard let offset: Int32 = memory.read(place), offset != 0 else { return nil }
        let target = place &+ UInt(bitPattern: Int(offset))
        return memory.contains(target, 4) ? target : nil
    }

    /// The target of a relative offset, or of the pointer there if the lowest bit is set; nil outside of the memory.
    ///
    /// The pointer is 0 for a protocol of a library that is not there.
    private func indirectable(_ place: UInt) -> UInt? {
        guard let offset: Int32 = memory.read(place) else { return nil }
        let target = place &+ UInt(bitPattern: Int(offset & ~1))
        return offset & 1 == 0 ? target : memory.read(target)
    }
}
