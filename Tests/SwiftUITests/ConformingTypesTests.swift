import Testing

@testable import SubdialSwiftUI

protocol FoundProtocol {}
struct FoundType: FoundProtocol {}
enum FoundChoice: FoundProtocol { case one }
final class FoundClass: FoundProtocol {}
struct FoundGeneric<Value>: FoundProtocol {}
private protocol OtherProtocol {}

/// The metadata of an image with one conformance of a type, of which tests change words.
private final class MadeImage {
    /// Words of 4 bytes: the sections (from 0), the list (32), the record (40), a descriptor (48), the pointers (56).
    private let words = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: 64)

    static let version = 0, list = 32, record = 40, descriptor = 48, protocolPointer = 56, typePointer = 58

    /// - Parameter isInImage: True for a descriptor of the image, false for that of the compiler.
    init(isInImage: Bool) {
        words.initialize(repeating: 0)
        set(Self.version, 5 as UInt)
        set(12, address(Self.list))
        set(14, 4 as UInt)
        point(Self.list, to: Self.record)
        point(Self.record, to: Self.protocolPointer, isIndirect: true)
        set(Self.protocolPointer, Self.word(2, of: (any FoundProtocol).self))
        // The second word of a struct's metadata is its descriptor.
        set(Self.typePointer, Self.word(1, of: FoundType.self))
        if isInImage {
            point(Self.record + 1, to: Self.descriptor)
            words[Self.descriptor] = 17 | 0x40
        } else {
            point(Self.record + 1, to: Self.typePointer)
            words[Self.record + 3] = 1 << 3
        }
    }

    deinit { words.deallocate() }

    private static func word(_ index: Int, of type: Any.Type) -> UInt {
        unsafeBitCast(type, to: UnsafeRawPointer.self).load(fromByteOffset: index * 8, as: UInt.self)
    }

    func address(_ index: Int) -> UInt { UInt(bitPattern: words.baseAddress) + UInt(index) * 4 }

    func set(_ index: Int, _ value: UInt) {
        (words[index], words[index + 1]) = (UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32))
    }

    func setWord(_ index: Int, _ value: UInt32) { words[index] = value }

    func point(_ index: Int, to target: Int, isIndirect: Bool = false) {
        words[index] = UInt32(bitPattern: Int32((target - index) * 4) | (isIndirect ? 1 : 0))
    }

    func search() -> ConformanceSearch {
        var search = ConformanceSearch(of: (any FoundProtocol).self, in: .ofProcess())
        search.read(address(0))
        return search
    }
}

@Suite("The types that conform to a protocol")
struct ConformingTypesTests {
    @Test("All types without parameters are found, and no others")
    func all() {
        let names = ConformingTypes.all(of: (any FoundProtocol).self).map { "\($0)" }.sorted()
        #expect(names == ["FoundChoice", "FoundClass", "FoundType"])
        #expect(ConformingTypes.all(of: (any OtherProtocol).self).isEmpty)
    }

    @Test("Something else than a protocol has no types")
    func noProtocol() {
        for type in [Int.self, (any Error).self, (any FoundProtocol & OtherProtocol).self] as [Any.Type] {
            #expect(ConformingTypes.all(of: type).isEmpty)
            #expect(ConformanceSearch(of: type, in: .ofProcess()).problems.count == 1, "\(type)")
        }
    }

    @Test("A record that a test makes is read as those of the compiler")
    func made() {
        let search = MadeImage(isInImage: false).search()
        #expect(search.types.map { "\($0)" } == ["FoundType"] && search.problems == [])
    }

    /// What is wrong in an image, and the words of the warning.
    private static let faults: [(isInImage: Bool, change: @Sendable (MadeImage) -> Void, words: String)] = [
        (false, { $0.set(MadeImage.version, 6) }, "has the version 6, and the versions 1 to 5"),
        (false, { $0.set(MadeImage.version, 0) }, "has the version 0"),
        (false, { $0.set(12, 8) }, "list of conformances"), (false, { $0.set(14, 6) }, "list of conformances"),
        (false, { $0.set(14, .max - 3) }, "list of conformances"), (false, { $0.setWord(MadeImage.list, 0) }, "is not within the memory"),
        (false, { $0.setWord(MadeImage.record + 1, 0) }, "has no type"),
        (false, { $0.setWord(MadeImage.record + 3, 2 << 3) }, "a type of the kind 2"),
        (false, { $0.set(MadeImage.typePointer, 0) }, "a type that is not within the memory"),
        (false, { $0.set(MadeImage.typePointer, 4096) }, "a type that is not within the memory"),
        (true, { $0.setWord(MadeImage.descriptor, 17 | 1 << 8) }, "the kind 17 and the version 1"),
        (true, { $0.setWord(MadeImage.descriptor, 3) }, "the kind 3"), (true, { _ in }, "has no function for its metadata"),
    ]

    @Test("What is not as expected is left out with a warning", arguments: faults.indices)
    func fault(_ index: Int) {
        let (isInImage, change, words) = Self.faults[index]
        let image = MadeImage(isInImage: isInImage)
        change(image)
        let search = image.search()
        #expect(search.types.isEmpty)
        #expect(search.problems.count == 1 && search.problems.first?.contains(words) == true, "\(search.problems)")
    }

    @Test(
        "Only what is within the lines of the process's map can be read",
        arguments: [
            (0x1000, 4, true), (0x2FFC, 4, true), (0x2FFD, 4, false), (0xFFF, 4, false), (0x3000, 4, false), (0x4000, 4, false),
            (0x1000, 0x2000, true), (0, 4, false), (UInt.max - 1, 4, false),
        ] as [(UInt, UInt, Bool)])
    func memory(_ address: UInt, _ count: UInt, isReadable: Bool) {
        let maps = "2000-3000 r-xp 0 08:01 1 /a b\n1000-2000 rw-p 0\n4000-5000 ---p 0\nnonsense\n"
        #expect(ReadableMemory(maps: maps).contains(address, count) == isReadable)
    }
}
