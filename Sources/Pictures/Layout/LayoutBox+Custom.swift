extension LayoutBox {
    /// The size and the guides of an arrangement of the user's.
    func measure(_ layout: CustomLayout, _ proposal: ProposedSize) -> Dimensions {
        var dimensions = Dimensions(layout.size(request(proposal, size: nil)).valid(for: proposal))
        let size = dimensions.size
        // The places of a probe for the least or the greatest size say nothing.
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite, proposal != ProposedSize(0, 0) else {
            return dimensions
        }
        let request = request(proposal, size: size)
        let places = places(layout, request)
        let measured = zip(children, places).map { $0.measure($1.proposal) }
        dimensions.adoptGuides(from: measured, at: origins(of: places))
        guard layout.verticalGuide != nil || layout.horizontalGuide != nil else { return dimensions }
        var guides = dimensions.guides ?? AlignmentGuides()
        let verticals = VerticalAlignment.allCases + measured.flatMap { $0.guides?.vertical.keys.filter(\.isCustom) ?? [] }
        for alignment in verticals {
            if let own = layout.verticalGuide?(.init(request: request, alignment: alignment)), own.isFinite {
                guides.vertical[alignment] = own
            }
        }
        let horizontals = HorizontalAlignment.allCases + measured.flatMap { $0.guides?.horizontal.keys.filter(\.isCustom) ?? [] }
        for alignment in horizontals {
            if let own = layout.horizontalGuide?(.init(request: request, alignment: alignment)), own.isFinite {
                guides.horizontal[alignment] = own
            }
        }
        if guides != AlignmentGuides() { dimensions.guides = guides }
        return dimensions
    }

    /// The question to a layout of the user's.
    func request(_ proposal: ProposedSize, size: Size?) -> CustomLayout.Request {
        let subviews = children.enumerated().map { index, child in
            CustomLayout.Subview(
                measure: { child.measure($0) }, priority: child.priority,
                spacing: { child.spacing },
                distance: { [children] next, axis in StackLayout.distance(from: child, to: children[next.index], along: axis) },
                index: index)
        }
        return CustomLayout.Request(proposal: proposal, subviews: subviews, size: size)
    }

    /// The place of each child; one without a place is at the centre, in its ideal size.
    func places(_ layout: CustomLayout, _ request: CustomLayout.Request) -> [CustomLayout.Place] {
        let size = request.size ?? .zero
        let own = layout.places(request)
        return children.indices.map { index in
            (own[index] ?? .init(position: Point(size.width / 2, size.height / 2), anchor: Point(0.5, 0.5))).valid
        }
    }

    /// The places of what a layout has left, in a frame of `size`.
    func places(_ arranged: ArrangedContent, in size: Size) -> [CustomLayout.Place] {
        let corner = CustomLayout.Place(position: .zero, proposal: ProposedSize(size))
        return children.indices.map { index in
            guard let places = arranged.places else { return corner }
            return places.indices.contains(index) ? places[index].valid : corner
        }
    }

    /// The top leading corners of the children at their places.
    func origins(of places: [CustomLayout.Place]) -> [Point] {
        zip(children, places).map { child, place in
            let size = child.measure(place.proposal).size
            func before(_ share: Double, _ length: Double) -> Double { length.isFinite ? share * length : 0 }
            return Point(
                place.position.x - before(place.anchor.x, size.width), place.position.y - before(place.anchor.y, size.height))
        }
    }

    /// The distance that code computes; nil if it is no number.
    func evaluate(_ value: LayoutClosure<Dimensions, Double>, for dimensions: Dimensions) -> Double? {
        let result = value(dimensions)
        return result.isFinite ? result : nil
    }
}

extension Size {
    /// The size that code has answered to a proposal, with 0 in place of what is no length; only where infinity is proposed may it be infinite.
    func valid(for proposal: ProposedSize) -> Size {
        func length(_ value: Double, _ proposed: Double?) -> Double {
            guard value >= 0 else { return 0 }
            return value.isFinite || proposed == .infinity ? value : proposed ?? 0
        }
        return Size(length(width, proposal.width), length(height, proposal.height))
    }
}

extension CustomLayout.Place {
    /// The place with 0 in place of what is no number.
    fileprivate var valid: CustomLayout.Place {
        func number(_ value: Double) -> Double { value.isFinite ? value : 0 }
        func length(_ value: Double?) -> Double? { value.map { $0 >= 0 ? $0 : 0 } }
        return CustomLayout.Place(
            position: Point(number(position.x), number(position.y)), anchor: Point(number(anchor.x), number(anchor.y)),
            proposal: ProposedSize(length(proposal.width), length(proposal.height)))
    }
}
