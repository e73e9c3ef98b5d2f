// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import SubdialBasics
    import FoundationEssentials
    import Synchronization
    import Testing

    /// The error of an assertion without a valid, unique name.
    struct NamingError: Error, CustomStringConvertible {
        let description: String
    }

    /// The names of the snapshots that this process has asserted, which must be unique.
    final class SnapshotNaming: Sendable {
        static let shared = SnapshotNaming()

        /// The assertion that uses a name, and its fingerprint.
        private struct Owner {
            let test: String
            let position: String
            let fingerprint: UInt64
        }

        private struct UsedName {
            var owners: [String: Owner] = [:]
            /// The source locations that requested a name, in order: the second gets the number 2.
            var places: [String: [String]] = [:]
        }

        private let known = Mutex(UsedName())

        /// Names an assertion.
        ///
        /// - Parameters:
        ///   - named: The custom name; nil to generate one.
        ///   - fingerprint: A hash of everything that is drawn; the same assertion may run again, for example when a test is repeated.
        /// - Throws: ``NamingError`` if another assertion has the name, or the name is invalid.
        func name(
            _ named: String?, of function: String, words: [String], at place: AssertionPlace, fingerprint: UInt64
        ) throws(NamingError) -> String {
            let test = try RunningTest(function: function, fileName: place.fileName)
            if named == nil, test.isXCTest, FunctionCount.shared.count(of: test.function, in: "\(place.filePath)") > 1 {
                throw NamingError(
                    description: "this file has several functions '\(test.function)', and XCTest does not tell which one runs; "
                        + "name their snapshots by 'named:'")
            }
            let base =
                try named.map { (n) throws(NamingError) in try Self.checked(n) } ?? Self.cut(test.words(with: words).joined(separator: "."))
            let scope = "\(place.folder)/\(place.fileName)/"
            let position = place.position
            let result = known.withLock { known -> Result<String, NamingError> in
                var name = base
                if named == nil {
                    let key = "\(scope)\(test.key) \(base)"
                    let places = known.places[key, default: []]
                    let number = places.firstIndex(of: position) ?? places.count
                    if number == places.count { known.places[key] = places + [position] }
                    if number > 0 { name += ".\(number + 1)" }
                }
                let owner = Owner(test: test.key, position: position, fingerprint: fingerprint)
                guard let other = known.owners[scope + name] else {
                    known.owners[scope + name] = owner
                    return .success(name)
                }
                let isSame = other.test == owner.test && other.position == position
                guard isSame || other.fingerprint == fingerprint && named != nil else {
                    return .failure(NamingError(description: Self.collision(name, other.position)))
                }
                // The same location with another fingerprint is a loop, whose iterations would share one reference.
                guard other.fingerprint == fingerprint else {
                    return .failure(NamingError(description: Self.collision(name, other.position)))
                }
                return .success(name)
            }
            return try result.get()
        }

        private static func collision(_ name: String, _ position: String) -> String {
            "the assertion at \(position) of this file is called '\(name)' too, and shows something else; name them apart by 'named:'"
        }

        /// Checks that a name stays within its folder.
        private static func checked(_ name: String) throws(NamingError) -> String {
            let parts = name.split(separator: "/", omittingEmptySubsequences: false)
            guard !name.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }), !name.contains("@"),
                name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }), parts.allSatisfy({ $0.utf8.count <= 200 })
            else {
                throw NamingError(
                    description: "'\(name)' names no snapshot: a name has parts of up to 200 bytes with '/' between, and no '..', no '@'")
            }
            return name
        }

        /// Shortens a name to the length that file systems permit.
        private static func cut(_ name: String) -> String {
            guard name.utf8.count > 180 else { return name }
            return "\(name.prefix(120))-\(String(name.stableHash, radix: 36))"
        }
    }

    /// Counts the declarations of a function in a source file, because XCTest does not distinguish functions of the same name.
    final class FunctionCount: Sendable {
        fileprivate static let shared = FunctionCount()

        private let known = Mutex<[String: Int]>([:])

        /// The number of declarations; 0 if the file cannot be read.
        func count(of function: String, in file: String) -> Int {
            known.withLock { known in
                let key = "\(file) \(function)"
                if let count = known[key] { return count }
                let text = FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
                let count = text.split(separator: "func \(function)(", omittingEmptySubsequences: false).count - 1
                known[key] = count
                return count
            }
        }
    }

    /// The running test, as name components.
    struct RunningTest {
        /// The function name without its parameters.
        fileprivate let function: String
        /// The name components at the start: suites, function, arguments.
        private let words: [String]
        /// The name components that are arguments.
        private let arguments: [String]
        /// The identity of the test and its arguments.
        let key: String
        /// True in an XCTest test, whose full name is unknown.
        fileprivate let isXCTest: Bool

        /// - Parameter fileName: The name of the test's file; a suite of the same name is omitted, because the folder has that name.
        init(function written: String, fileName: String) throws(NamingError) {
            func plain(_ component: String) -> String {
                // A raw identifier may contain any character between its backticks.
                guard component.hasPrefix("`"), let end = component.dropFirst().firstIndex(of: "`") else {
                    return String(component.prefix { $0 != "(" })
                }
                return Self.word(String(component[component.index(after: component.startIndex)..<end]))
            }
            function = plain(written)
            guard let test = Test.current else {
                // XCTest does not report which test runs.
                words = [function]
                arguments = []
                isXCTest = true
                key = "xctest \(function)"
                return
            }
            var words = test.id.nameComponents.map(plain)
            var told: [String] = []
            if let testCase = Test.Case.current, testCase.isParameterized {
                guard let arguments = Self.arguments(of: testCase) else {
                    throw NamingError(description: "the arguments of this test cannot be told; name its snapshots by 'named:'")
                }
                told = arguments.map(Self.word)
                words += told
            }
            self.arguments = told
            isXCTest = false
            self.words = words.first == fileName && words.count > 1 ? Array(words.dropFirst()) : words
            key = "\(test.id) \(words)"
        }

        /// The name components followed by those of a look; an argument that is one of the latter is not repeated.
        fileprivate func words(with look: [String]) -> [String] { words + look.filter { !arguments.contains($0) } }

        /// The values of a test case's arguments, by reflection, because the library has no public API for them.
        private static func arguments(of testCase: Test.Case) -> [Any]? {
            var found: [Any] = []
            func search(_ value: Any, _ depth: Int) {
                guard depth < 8 else { return }
                let mirror = Mirror(reflecting: value)
                if "\(type(of: value))" == "Argument", let value = mirror.children.first(where: { $0.label == "value" })?.value {
                    found.append(value)
                    return
                }
                for child in mirror.children { search(child.value, depth + 1) }
            }
            search(testCase, 0)
            return found.isEmpty ? nil : found
        }

        /// An argument as a name component; invalid characters become hyphens, and a hash then keeps the name unique.
        private static func word(_ argument: Any) -> String {
            let text =
                argument as? String ?? (argument as? any CustomTestStringConvertible)?.testDescription ?? "\(argument)"
            let word = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "-" }.prefix(40))
            return word == text ? word : "\(word)-\(String(text.stableHash & 0xFFFF_FFFF, radix: 36))"
        }
    }
#endif
