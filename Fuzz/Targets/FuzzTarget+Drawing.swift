// Release builds support no `@testable` imports, but for that of `Scripts/fuzz`.
#if DEBUG || FUZZING
    import SubdialDrawing

    extension FuzzTarget {
        /// The parsing of a path, and its bounds.
        static let path = FuzzTarget("path", dictionary: "svg") { bytes in
            let path = try Path(svg: String(decoding: bytes, as: UTF8.self))
            _ = path.bounds
        }

        /// Pictures within small limits; the last byte decides the size, and the number of bytes the fit.
        static let picture = FuzzTarget("picture", seeds: ["Fixtures/artwork", "Tests/DrawingTests/Fixtures"], dictionary: "picture") {
            bytes in
            let limits = ImageLimits(maxPixels: 1 << 20, maxBytes: 1 << 20, maxMemory: 64 << 20, maxMetadata: 1 << 20)
            let own = try? ImageDecoder.decode(bytes, limits: limits)
            if let own {
                require(own.width > 0 && own.height > 0 && own.width * own.height <= 1 << 20, "a picture is larger than its limit")
            }
            // From the end, because the first bytes decide the format.
            let (side, fit) = (Int(bytes.last ?? 0) + 1, ImageDecoder.Fit.allCases[bytes.count % ImageDecoder.Fit.allCases.count])
            let scaled = try ImageDecoder.decode(bytes, width: side, height: max(1, side / 3), fit: fit, limits: limits)
            require(scaled.width <= side && scaled.height <= max(1, side / 3), "a picture is larger than what was asked for")
            _ = try ImageDecoder.square(bytes, side: side, limits: limits)
        }
    }
#endif
