// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import FoundationEssentials
    import SubdialBridge
    import SubdialEngine
    import SubdialEngineWire
    import SubdialHTTP
    import SubdialPlayers

    @testable import struct SubdialEngine.ConfigurationFile

    extension FuzzTarget {
        /// Frames do not depend on the division of their bytes, and are encoded without a change.
        static let frame = FuzzTarget("frame") { bytes in
            var input = FuzzInput(bytes)
            let side: WireSide = input.flag() ? .front : .engine
            let size = Int(input.byte()) + 1
            let pieces = input.pieces(of: size)
            var (parser, whole) = (FrameParser(from: side), FrameParser(from: side))
            whole.append(pieces.flatMap { $0 })
            for piece in pieces {
                parser.append(piece)
                while let frame = try parser.next() {
                    require(try whole.next() == frame, "frames depend on how their bytes come in pieces")
                    var again = FrameParser(from: side)
                    again.append(try frame.encoded())
                    require(try again.next() == frame, "a frame is written as another one")
                }
            }
        }

        /// Addresses of all kinds: the text of a parsed address must be parsed to the same address.
        static let address = FuzzTarget("address", dictionary: "address") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            _ = try? WebURL(parsing: text)
            _ = try? BridgeAddress(text)
            _ = try? VLCAddress(text)
            _ = try? MessageFileAddress(text)
            let parts = text.split(separator: "\n", maxSplits: 1).map(String.init)
            _ = try? MPDAddress(host: parts.first, port: parts.last)
            if let address = try? MPDAddress(text) {
                require(try MPDAddress(address.text).text == address.text, "an address is written as another one")
            }
            let address = try SourceAddress(text)
            require(try SourceAddress(address.text).text == address.text, "an address is written as another one")
        }

        /// The configuration file, and the configuration that phones and watches share.
        static let configuration = FuzzTarget("configuration", dictionary: "configuration") { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            if let shared = try? SyncConfiguration(parsing: text) {
                require(try SyncConfiguration(parsing: shared.json) == shared, "what is shared is written as something else")
            }
            _ = try ConfigurationFile(text: text, path: "config.yaml")
        }
    }
#endif
