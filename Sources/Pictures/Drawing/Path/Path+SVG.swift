extension Path {
    /// Parses SVG path data, the `d` attribute of a `path` element, with the whole grammar of SVG 1.1.
    ///
    /// - Throws: ``PathError`` with the offset of the first error.
    package init(svg: String) throws(PathError) {
        var parser = SVGPathParser(svg)
        self = try parser.parse()
    }
}
