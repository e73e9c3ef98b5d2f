import SubdialCPango

/// A face by a name that a program gives: that of a family, or of a face as PostScript has it.
package struct NamedFont: Hashable, Sendable {
    /// The family.
    package let family: String
    /// The weight of the face; nil if the name is that of a family.
    package let weight: FontWeight?
    /// True if the name is that of an italic face.
    package let isItalic: Bool
}

extension FontLibrary {
    /// The font of a name such as `Avenir Next` or `AvenirNext-DemiBold`; nil if there is none.
    package func font(named name: String) -> NamedFont? {
        FontLock.lock()
        defer { FontLock.unlock() }
        if let known = names[name] { return known }
        let found = found(named: name)
        if names.count >= 256 { names.removeAll() }
        names.updateValue(found, forKey: name)
        return found
    }

    private func found(named name: String) -> NamedFont? {
        guard let fonts = FcConfigGetFonts(configuration, FcSetSystem) else { return nil }
        let wanted = name.lowercased()
        for index in 0..<Int(fonts.pointee.nfont) {
            guard let pattern = fonts.pointee.fonts[index] else { continue }
            if Self.texts(pattern, FC_FAMILY).contains(where: { $0.lowercased() == wanted }) {
                return NamedFont(family: name, weight: nil, isItalic: false)
            }
        }
        for index in 0..<Int(fonts.pointee.nfont) {
            guard let pattern = fonts.pointee.fonts[index], let family = Self.texts(pattern, FC_FAMILY).first else { continue }
            let isFace = (Self.texts(pattern, FC_POSTSCRIPT_NAME) + Self.texts(pattern, FC_FULLNAME)).contains { $0.lowercased() == wanted }
            guard isFace else { continue }
            var (weight, slant): (Double, Int32) = (80, 0)
            FcPatternGetDouble(pattern, FC_WEIGHT, 0, &weight)
            FcPatternGetInteger(pattern, FC_SLANT, 0, &slant)
            return NamedFont(family: family, weight: FontWeight(nearest: FcWeightToOpenTypeDouble(weight)), isItalic: slant > 0)
        }
        return nil
    }

    /// All values of a text property: a family has a name per language.
    private static func texts(_ pattern: OpaquePointer, _ object: String) -> [String] {
        var texts: [String] = []
        var value: UnsafeMutablePointer<FcChar8>?
        while FcPatternGetString(pattern, object, Int32(texts.count), &value) == FcResultMatch, let value {
            texts.append(String(cString: value))
        }
        return texts
    }
}

extension FontWeight {
    /// The weight that is nearest to one of OpenType, 100 to 900.
    fileprivate init(nearest weight: Double) {
        self = Self.allCases.min { abs(Double($0.rawValue) - weight) < abs(Double($1.rawValue) - weight) } ?? .regular
    }
}
