extension Path {
    /// Reads SVG path data, the `d` of a `path` element, with the whole grammar of SVG 1.1.
    ///
    /// - Throws: ``PathError`` with the place of the first fault.
    public init(svg: String) throws(PathError) {
        var parser = SVGPathParser(svg)
        self = try parser.parse()
    }
}
