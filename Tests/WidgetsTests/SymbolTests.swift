import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialLayout
import Testing

@testable import SubdialWidgets

/// Tests of the appearance of the shipped symbols.
@Suite struct SymbolTests {
    private static let weights = SubdialLayout.FontWeight.allCases
    private static let shipped = SymbolLibrary(resources)
    private static let names = shipped.names

    /// The area that a drawing covers.
    private struct Ink {
        /// The sum of all alpha values, in pixels.
        var area = 0.0
        var minX = Int.max
        var maxX = -1
        var minY = Int.max
        var maxY = -1
        var maximum: UInt8 = 0

        init(_ bitmap: Bitmap) {
            for y in 0..<bitmap.height {
                for x in 0..<bitmap.width {
                    let alpha = bitmap.pixels[(y * bitmap.width + x) * 4 + 3]
                    guard alpha > 0 else { continue }
                    area += Double(alpha) / 255
                    maximum = max(maximum, alpha)
                    // The slightly covered pixels next to an edge are not counted.
                    guard alpha > 25 else { continue }
                    (minX, maxX, minY, maxY) = (min(minX, x), max(maxX, x), min(minY, y), max(maxY, y))
                }
            }
        }
    }

    private static let unit = 4.0
    private static let margin = 12.0

    /// Draws a symbol at four pixels per unit, with a margin of three units.
    private func draw(_ symbol: Symbol, _ weight: SubdialLayout.FontWeight = .regular, color: Color = .black) throws -> Bitmap {
        let size = Size(symbol.box.width * Self.unit, symbol.box.height * Self.unit)
        let surface = try Surface(
            width: Int(saturating: (size.width + 2 * Self.margin).rounded(.up)), height: Int(saturating: size.height + 2 * Self.margin))
        let frame = Rect(x: Self.margin, y: Self.margin, width: size.width, height: size.height)
        symbol.draw(in: try Context(surface), frame: frame, weight: weight, color: color)
        return try surface.bitmap()
    }

    private func symbol(_ layers: String, box: String = "0 0 22 22") throws -> Symbol {
        try SymbolFile.symbol("<svg viewBox=\"\(box)\">\(layers)</svg>")
    }

    @Test func thereAreThoseThatWidgetsNeed() {
        let names = """
            airplane airplayaudio alarm.fill antenna.radiowaves.left.and.right app app.fill arrow.2.squarepath arrow.backward \
            arrow.backward.circle arrow.backward.circle.fill arrow.clockwise arrow.counterclockwise arrow.down arrow.down.app \
            arrow.down.app.fill arrow.down.circle arrow.down.circle.fill arrow.down.doc arrow.down.doc.fill arrow.down.document \
            arrow.down.document.fill arrow.down.right arrow.down.right.circle arrow.down.right.circle.fill arrow.down.square \
            arrow.down.square.fill arrow.down.to.line arrow.forward arrow.forward.circle arrow.forward.circle.fill arrow.left \
            arrow.left.arrow.right arrow.left.circle arrow.left.circle.fill arrow.right arrow.right.circle arrow.right.circle.fill \
            arrow.triangle.2.circlepath arrow.triangle.pull arrow.up arrow.up.app arrow.up.app.fill arrow.up.arrow.down arrow.up.circle \
            arrow.up.circle.fill \
            arrow.up.doc arrow.up.doc.fill arrow.up.document arrow.up.document.fill arrow.up.forward arrow.up.forward.app \
            arrow.up.forward.app.fill arrow.up.forward.circle arrow.up.forward.circle.fill arrow.up.forward.square \
            arrow.up.forward.square.fill arrow.up.right arrow.up.right.circle arrow.up.right.circle.fill arrow.up.right.square \
            arrow.up.right.square.fill arrow.up.square arrow.up.square.fill arrow.up.to.line arrowtriangle.down arrowtriangle.down.fill \
            arrowtriangle.left arrowtriangle.left.fill arrowtriangle.right arrowtriangle.right.fill arrowtriangle.up \
            arrowtriangle.up.fill backward.end.fill backward.fill bag bag.fill basketball.fill battery.0 battery.100 battery.100.bolt \
            battery.25 battery.50 battery.75 bed.double.fill bell bell.fill bell.slash bell.slash.fill \
            blinds.horizontal.closed blinds.horizontal.open \
            bolt bolt.fill bolt.slash \
            bolt.slash.fill book.fill bookmark bookmark.fill box.truck box.truck.fill calendar camera camera.fill camera.on.rectangle \
            camera.on.rectangle.fill car.fill cart.fill chart.bar chart.bar.fill chart.line.uptrend.xyaxis checkmark checkmark.circle \
            checkmark.circle.fill checkmark.seal checkmark.seal.fill checkmark.shield checkmark.shield.fill checkmark.square \
            checkmark.square.fill chevron.backward chevron.backward.circle chevron.backward.circle.fill chevron.down chevron.down.circle \
            chevron.down.circle.fill chevron.forward chevron.forward.circle chevron.forward.circle.fill chevron.left chevron.left.circle \
            chevron.left.circle.fill chevron.right chevron.right.circle chevron.right.circle.fill chevron.up chevron.up.chevron.down \
            chevron.up.circle chevron.up.circle.fill circle circle.fill clock clock.arrow.circlepath clock.fill cloud.bolt.fill \
            cloud.bolt.rain.fill cloud.drizzle.fill cloud.fill cloud.fog.fill cloud.hail.fill cloud.heavyrain.fill cloud.moon.fill \
            cloud.rain.fill cloud.sleet.fill cloud.snow.fill cloud.sun.fill cpu.fill creditcard creditcard.fill crown crown.fill cube \
            cup.and.saucer.fill display doc doc.fill doc.on.clipboard doc.on.clipboard.fill doc.on.doc doc.on.doc.fill doc.plaintext \
            doc.plaintext.fill doc.text doc.text.fill document document.fill document.on.clipboard document.on.clipboard.fill \
            document.on.document document.on.document.fill dollarsign.circle dollarsign.circle.fill \
            door.left.hand.closed door.left.hand.open \
            drop drop.fill dumbbell.fill \
            earbuds.case earbuds.case.fill ellipsis ellipsis.circle ellipsis.circle.fill envelope.fill exclamationmark.circle \
            exclamationmark.circle.fill exclamationmark.triangle exclamationmark.triangle.fill externaldrive.fill eye eye.fill eye.slash \
            eye.slash.fill eyeglasses eyeglasses.slash fanblades.fill figure.run film flag.checkered flag.fill flame.fill folder \
            folder.fill fork.knife forward.end.fill forward.fill gauge.with.needle gear gearshape gearshape.fill globe gobackward \
            gobackward.10 goforward goforward.10 headphones heart heart.circle heart.circle.fill heart.fill heart.slash heart.slash.fill \
            hifispeaker hifispeaker.2.fill hifispeaker.fill homepod.fill hourglass house house.fill humidity humidity.fill icloud \
            icloud.slash info.circle info.circle.fill internaldrive.fill iphone key.fill laptopcomputer largecircle.fill.circle \
            leaf.fill levels lightbulb.fill line.3.horizontal line.3.horizontal.circle line.3.horizontal.circle.fill \
            line.3.horizontal.decrease line.3.horizontal.decrease.circle line.3.horizontal.decrease.circle.fill link list.bullet \
            location location.fill location.slash location.slash.fill lock lock.fill lock.open.fill magnifyingglass map map.fill mappin \
            medal.fill memorychip memorychip.fill message message.fill mic.fill minus minus.circle minus.circle.fill minus.square \
            minus.square.fill moon.fill moon.haze moon.stars moon.stars.fill moon.zzz.fill music.mic music.note music.note.list network \
            network.slash newspaper nosign number opticaldisc.fill pause pause.circle pause.circle.fill pause.fill pencil person \
            person.2 person.2.fill person.circle.fill person.fill phone.circle.fill phone.fill photo photo.fill photo.on.rectangle \
            photo.on.rectangle.fill play play.circle play.circle.fill play.fill playpause.fill plus plus.app plus.app.fill plus.circle \
            plus.circle.fill plus.square plus.square.fill power powerplug powerplug.fill questionmark.circle questionmark.circle.fill \
            quote.opening radio.fill rainbow record.circle rectangle.stack.fill repeat repeat.1 ruler ruler.fill scope seal seal.fill \
            server.rack shield shield.fill shippingbox shippingbox.fill shuffle slash.circle slider.horizontal.3 snowflake soccerball \
            sofa.fill sparkles speaker speaker.fill speaker.minus.fill speaker.plus.fill speaker.slash speaker.slash.fill speaker.wave.1 \
            speaker.wave.1.fill speaker.wave.2 speaker.wave.2.fill speaker.wave.3 speaker.wave.3.fill sportscourt.fill square \
            square.and.arrow.down square.and.arrow.up square.and.pencil square.fill square.grid.2x2 square.grid.2x2.fill star \
            star.circle star.circle.fill star.fill star.slash star.slash.fill stop stop.fill stopwatch.fill sun.haze.fill sun.horizon \
            sun.max sun.max.fill sun.min sun.rain.fill sunrise.fill sunset.fill tag tag.fill tennisball.fill thermometer.medium timer \
            tornado tram.fill trash trash.fill triangle triangle.fill trophy.fill truck.box truck.box.fill tv.fill umbrella.fill \
            waveform waveform.path.ecg wifi wifi.exclamationmark wifi.slash wind \
            window.vertical.closed window.vertical.open \
            xmark xmark.app xmark.app.fill xmark.circle \
            xmark.circle.fill xmark.seal xmark.seal.fill xmark.square xmark.square.fill
            """
        #expect(Self.names == names.split(separator: " ").map(String.init))
    }

    /// All symbols have a box with a height of 22 units, in which they look equally tall.
    @Test(arguments: names)
    func standsInItsBox(name: String) throws {
        let symbol = try #require(try Self.shipped.symbol(name))
        #expect(symbol.box.minY == 1 && symbol.box.height == 22)
        let regular = Ink(try draw(symbol))
        let (width, height) = (symbol.box.width * Self.unit, symbol.box.height * Self.unit)
        #expect(regular.area > 60, "\(name) is hardly there")
        #expect(max(regular.maxX - regular.minX, regular.maxY - regular.minY) > 45, "\(name) is small")
        for weight in Self.weights {
            let ink = Ink(try draw(symbol, weight))
            #expect(Double(ink.minX) >= Self.margin - 1 && Double(ink.maxX) <= Self.margin + width, "\(name) in \(weight): \(ink)")
            #expect(Double(ink.minY) >= Self.margin - 1 && Double(ink.maxY) <= Self.margin + height, "\(name) in \(weight): \(ink)")
        }
        // At regular weight, the symbol is centred with a tolerance of 0.75 units horizontally and 1.25 units vertically; triangles are
        // centred by area.
        let shift = Double(regular.minX + regular.maxX + 1) / 2 - (Self.margin + width / 2)
        let byArea = ["play": 8.3, "play.fill": 7.6, "forward.fill": 2.6, "backward.fill": -2.6]
        #expect(abs(shift - (byArea[name] ?? 0)) <= 0.75 * Self.unit, "\(name) stands \(shift) pixels beside the middle")
        let rise = Double(regular.minY + regular.maxY + 1) / 2 - (Self.margin + height / 2)
        #expect(abs(rise) <= 1.25 * Self.unit, "\(name) stands \(rise) pixels below the middle")
    }

    /// The area of every layer increases with every weight, for drawn and for erased layers.
    @Test(arguments: names)
    func growsWithTheWeight(name: String) throws {
        let symbol = try #require(try Self.shipped.symbol(name))
        for layer in symbol.layers {
            let alone = Symbol(layers: [SymbolLayer(path: layer.path, form: layer.form, isErased: false)], box: symbol.box)
            let areas = try Self.weights.map { Ink(try draw(alone, $0)).area }
            #expect(zip(areas, areas.dropFirst()).allSatisfy { $0 < $1 }, "\(name): \(areas)")
        }
    }

    /// A hole between two lines or in an area stays open at the weight black.
    @Test(arguments: [
        ("wifi", 4), ("speaker.wave.3.fill", 4), ("list.bullet", 6), ("hifispeaker.fill", 2), ("shuffle", 1), ("waveform", 5),
        ("levels", 3), ("ellipsis", 3), ("record.circle", 2), ("rectangle.stack.fill", 3), ("battery.100", 3), ("mic.fill", 2),
        ("antenna.radiowaves.left.and.right", 5), ("info.circle", 3), ("clock", 2), ("person.fill", 2), ("pause.fill", 2),
        ("airplayaudio", 3), ("wifi.exclamationmark", 5), ("questionmark.circle", 3), ("hifispeaker.2.fill", 4),
        ("ellipsis.circle", 4), ("chart.bar", 3),
        ("square.grid.2x2", 4), ("line.3.horizontal.circle", 4), ("camera.on.rectangle.fill", 3),
        ("speaker.wave.3", 4), ("truck.box", 3), ("slider.horizontal.3", 9), ("sun.rain.fill", 9), ("arrow.down.to.line", 2),
        ("chevron.up.chevron.down", 2), ("checkmark.seal", 2), ("square.and.arrow.up", 2),
    ])
    func partsStayApart(name: String, parts: Int) throws {
        let symbol = try #require(try Self.shipped.symbol(name))
        for weight in [SubdialLayout.FontWeight.regular, .bold, .black] {
            #expect(Self.parts(try draw(symbol, weight)) == parts, "\(name) in \(weight)")
        }
    }

    /// Returns the number of connected areas.
    private static func parts(_ bitmap: Bitmap) -> Int {
        var isInk = (0..<bitmap.width * bitmap.height).map { bitmap.pixels[$0 * 4 + 3] > 127 }
        return areas(&isInk, width: bitmap.width).count
    }

    /// Overlapping layers are not darker.
    @Test(arguments: names)
    func aTranslucentColourIsEven(name: String) throws {
        let symbol = try #require(try Self.shipped.symbol(name))
        for weight in [SubdialLayout.FontWeight.ultraLight, .regular, .black] {
            let opaque = try draw(symbol, weight)
            let half = try draw(symbol, weight, color: Color(red: 1, green: 0.2, blue: 0, alpha: 0.5))
            for place in stride(from: 3, to: opaque.pixels.count, by: 4) {
                let difference = Int(half.pixels[place]) * 2 - Int(opaque.pixels[place])
                guard abs(difference) > 3 else { continue }  // lint: skips
                Issue.record("\(name) in \(weight): \(half.pixels[place]) of \(opaque.pixels[place])")
                return
            }
        }
    }

    /// An erased area shows the content behind the symbol.
    @Test func holesAreClear() throws {
        let cut = try symbol("<path d='M0 0h22v22H0z'/><path d='M0 11h22' stroke='white' stroke-width='2'/>")
        let surface = try Surface(width: 44, height: 44)
        let context = try Context(surface)
        context.fill(.rect(Rect(x: 0, y: 0, width: 44, height: 44)), with: Color(red: 0, green: 0, blue: 1))
        cut.draw(in: context, frame: Rect(x: 0, y: 0, width: 44, height: 44), weight: .regular, color: .white)
        let bitmap = try surface.bitmap()
        #expect(bitmap.color(x: 22, y: 22) == Color(red: 0, green: 0, blue: 1))
        #expect(bitmap.color(x: 22, y: 10) == .white && bitmap.color(x: 22, y: 34) == .white)
    }

    @Test func onlyWhatLiesBelowIsCut() throws {
        let below = try symbol("<path d='M0 0h22v22H0z' fill='#FFF'/><path d='M4 4h14v14H4z'/>")
        let above = try symbol("<path d='M4 4h14v14H4z'/><path d='M0 0h22v11H0z' fill='#FFF'/>")
        let square = try symbol("<path d='M4 4h14v14H4z'/>")
        #expect(try draw(below).pixels == draw(square).pixels)
        #expect(abs(Ink(try draw(above)).area - Ink(try draw(square)).area / 2) < 1)
    }

    @Test(arguments: ["wifi", "icloud", "heart", "eye", "network"])
    func aSlashHasAGapAtBothSides(name: String) throws {
        let (whole, slashed) = (try #require(try Self.shipped.symbol(name)), try #require(try Self.shipped.symbol("\(name).slash")))
        for weight in Self.weights {
            let (first, second) = (try draw(whole, weight), try draw(slashed, weight))
            let places = stride(from: 3, to: first.pixels.count, by: 4)
            let gone = places.count { first.pixels[$0] > 200 && second.pixels[$0] < 20 }
            #expect(gone > 30, "\(weight): \(gone) pixels")
        }
    }

    /// What a slash leaves of a symbol is nowhere a crumb or a thin strip along its gap, which would be noise at the size of small text.
    @Test(arguments: names.filter { $0.contains("slash") })
    func aSlashLeavesNoSlivers(name: String) throws {
        let symbol = try #require(try Self.shipped.symbol(name))
        for weight in [SubdialLayout.FontWeight.regular, .medium, .semibold] {
            for area in Self.slivers(try draw(symbol, weight), thickness: 1.24 * Self.unit) {
                #expect(area / (Self.unit * Self.unit) < 1, "\(name) in \(weight): \(area) pixels")
            }
        }
    }

    /// The areas of the parts in which no disc of a diameter has room.
    private static func slivers(_ bitmap: Bitmap, thickness: Double) -> [Double] {
        let (width, height, reach) = (bitmap.width, bitmap.height, Int(saturating: thickness))
        let isInk = (0..<width * height).map { bitmap.pixels[$0 * 4 + 3] > 127 }
        // The places of a disc, relative to its centre.
        var disc: [Int] = []
        for y in -reach...reach {
            for x in -reach...reach where Double(x * x + y * y) <= thickness * thickness / 4 { disc.append(y * width + x) }
        }
        var rest = isInk
        for y in reach..<height - reach {
            for centre in y * width + reach..<(y + 1) * width - reach where disc.allSatisfy({ isInk[centre + $0] }) {
                for step in disc { rest[centre + step] = false }
            }
        }
        return areas(&rest, width: width)
    }

    /// The sizes of the connected areas.
    private static func areas(_ isInk: inout [Bool], width: Int) -> [Double] {
        var areas: [Double] = []
        for start in isInk.indices where isInk[start] {
            var (open, area) = ([start], 0.0)
            isInk[start] = false
            while let place = open.popLast() {
                area += 1
                for next in [place - 1, place + 1, place - width, place + width] where isInk.indices.contains(next) {
                    guard isInk[next] else { continue }
                    isInk[next] = false
                    open.append(next)
                }
            }
            areas.append(area)
        }
        return areas
    }

    /// Lines are as thick as the stems of adjacent letters, and slightly thinner from semibold on.
    @Test(arguments: [
        (SubdialLayout.FontWeight.ultraLight, 0.9...1.15), (.thin, 0.9...1.1), (.light, 0.9...1.1), (.regular, 0.9...1.1),
        (.medium, 0.85...1),
        (.semibold, 0.8...1), (.bold, 0.75...0.95), (.heavy, 0.7...0.9), (.black, 0.7...0.9),
    ])
    func linesAreLikeStems(weight: SubdialLayout.FontWeight, range: ClosedRange<Double>) throws {
        let measurer = PangoMeasurer(
            library: try FontLibrary(configuration: resources.file("fonts.conf")), symbols: Self.shipped,
            outlines: OutlineCache(), platform: .ios,
            typeSize: .large)
        let font = Font(.size(17), weight: weight)
        let scale = 20.0
        // The stem of the letter, as its area in the rows of its middle third.
        let layout = measurer.layout(TextContent("l", font: font), text: "l", scale: scale, width: nil, maximumLines: nil)
        let surface = try Surface(width: 400, height: Int(saturating: layout.size.height) + 1)
        layout.draw(in: try Context(surface), at: Point(0, 0), with: .black)
        let stem = Self.width(of: try surface.bitmap(), row: layout.firstBaseline - 6 * scale)
        let size = measurer.symbolSize(ImageContent(.symbol("chevron.left"), font: font)).size
        let line = try symbol("<path d='M11 1v20' fill='none' stroke='red' stroke-width='2'/>")
        let height = size.height * scale
        let canvas = try Surface(width: 400, height: 400)
        line.draw(in: try Context(canvas), frame: Rect(x: 0, y: 0, width: 400, height: height), weight: weight, color: .black)
        let thickness = Self.width(of: try canvas.bitmap(), row: height / 2)
        #expect(stem > 5 && range.contains(thickness / stem), "\(thickness) beside \(stem)")
    }

    private static func width(of bitmap: Bitmap, row: Double) -> Double {
        (0..<bitmap.width).reduce(0) { $0 + (bitmap.color(x: $1, y: Int(saturating: row))?.alpha ?? 0) }
    }

    /// An invalid frame draws nothing, and leaves the picture unchanged.
    @Test(arguments: [0, -4, 1e-300, 1e300, Double.nan, .infinity], [0, 1e300, -1e300, .nan])
    func absurdFrames(side: Double, origin: Double) throws {
        let surface = try Surface(width: 8, height: 8)
        let context = try Context(surface)
        let symbol = try #require(try Self.shipped.symbol("wifi.slash"))
        let frame = Rect(x: origin, y: origin, width: side, height: side)
        symbol.draw(in: context, frame: frame, weight: .black, color: .black.opacity(0.5))
        try context.check()
        #expect(try surface.bitmap().pixels.allSatisfy { $0 == 0 })
        context.fill(.rect(Rect(x: 0, y: 0, width: 8, height: 8)), with: .black)
        #expect(try surface.bitmap().isOpaque)
    }
}
