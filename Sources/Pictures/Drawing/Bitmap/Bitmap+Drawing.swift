extension Bitmap {
    /// Creates a bitmap by drawing on it; it is transparent at first.
    ///
    /// The drawing goes to the pixels of the bitmap, so that nothing is copied afterwards. Its context is of no use after `draw` returns.
    ///
    /// - Throws: ``DrawingError/size(width:height:limit:)`` as ``Surface/init(width:height:maximumPixels:)``, ``DrawingError/cairo(_:)`` if
    ///   drawing failed, and what `draw` throws.
    package init(width: Int, height: Int, draw: (Context) throws(DrawingError) -> Void) throws(DrawingError) {
        try Surface.check(width: width, height: height, maximumPixels: Surface.maximumPixels)
        var failure: DrawingError?
        let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
            guard let start = target.baseAddress else { return }
            do throws(DrawingError) {
                let surface = try Surface(clearing: start, width: width, height: height)
                count = width * height * 4
                let context = try Context(surface)
                let drawn = Result { () throws(DrawingError) in
                    try draw(context)
                    try context.check()
                }
                // A context or a surface that somebody keeps must not draw on the memory of the array.
                try surface.finish()
                try drawn.get()
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        self.init(unchecked: pixels, width: width, height: height)
    }
}
