import Foundation
import SubdialDocuments
import Testing

@testable import SubdialBrowserSupport
@testable import SubdialProcessSupport

/// Tests of the page of `subdial preview`, in the way in which an author uses it.
@Suite(.serialized, .enabled(if: Browser.path != nil, "needs chromium")) struct PreviewPageTests {
    @Test func aSaveAppearsByItself() async throws {
        try await PreviewedPage.with { page in
            try await page.open()
            let before = try await page.source
            try page.save(PreviewedPage.template.replacing("spacing: 6", with: "spacing: 20"))
            try await page.wait(forOtherThan: before)
            try await page.browser.wait("the time that it took", "/redrawn in \\d+ ms/.test(document.querySelector('#state').textContent)")
            // The page shows the picture that the server draws.
            let seen = try await page.browser.evaluate(
                """
                (async () => {
                    const facts = await (await fetch("picture.json?family=systemSmall")).json();
                    return document.querySelector(".picture img").src.includes(facts.etag.replace(/[^\\w-]/g, ""));
                })()
                """)
            #expect(seen == true && page.errors == [])
        }
    }

    @Test func anErrorLiesOverThePictureUntilItIsMended() async throws {
        try await PreviewedPage.with { page in
            try await page.open()
            let before = try await page.source
            try page.save(PreviewedPage.template.replacing("id: artist", with: "idd: artist"))
            try await page.browser.wait("an error", "document.querySelector('.broken .error')")
            let told = try await page.browser.evaluate(
                "[document.querySelector('.error .place').textContent, document.querySelector('.error mark').textContent, document.querySelector('.picture img').naturalWidth > 0]"
            )
            #expect(told.text() == #"["systemSmall.yaml:7:7","idd",true]"#)
            #expect(
                try await page.browser.evaluate("document.querySelector('.error p').textContent").string?.contains("did you mean 'id'?")
                    == true)
            // All of the text is readable, even with a large picture.
            for _ in 0..<4 {
                let fits = try await page.browser.evaluate(
                    """
                    (() => {
                        const error = document.querySelector(".error").getBoundingClientRect(), wall = document.querySelector(".wall").getBoundingClientRect();
                        return error.left >= wall.left && error.right <= wall.right && error.top >= wall.top && error.bottom <= wall.bottom && error.width > 250;
                    })()
                    """)
                #expect(fits == true)
                try await page.browser.click("#zoom-in")
            }
            // The last valid picture is dimmed below.
            #expect(try await page.source == before)
            try await page.browser.wait(
                "a dimmed picture", "Number(getComputedStyle(document.querySelector('.picture img')).opacity) < 0.5")
            try page.save(PreviewedPage.template)
            try await page.browser.wait("no error", "!document.querySelector('.broken') && document.querySelector('.errors').hidden")
            #expect(page.errors == [])
        }
    }

    @Test func aFileThatIsEmptyForAMomentIsNoError() async throws {
        try await PreviewedPage.with { page in
            try await page.open()
            try await page.browser.evaluate(
                "new MutationObserver(() => { window.broken ||= Boolean(document.querySelector('.broken')); }).observe(document.body, { subtree: true, attributes: true }); 0"
            )
            for spacing in [10, 14, 18] {
                let before = try await page.source
                try page.save("")
                // As an editor that writes in two steps.
                try await Task.sleep(for: .milliseconds(30))
                try page.save(PreviewedPage.template.replacing("spacing: 6", with: "spacing: \(spacing)"))
                try await page.wait(forOtherThan: before)
            }
            #expect(try await page.browser.evaluate("window.broken === true") == false)
        }
    }

    @Test func aNodeOfTheTreeShowsItsFrame() async throws {
        try await PreviewedPage.with { page in
            try await page.open()
            try await page.browser.wait("a tree", "document.querySelectorAll('#tree .node').length > 4")
            let row = "[...document.querySelectorAll('#tree .node')].find((row) => row.textContent.includes('Miles Davis'))"
            try await page.browser.evaluate("\(row).id = 'wanted'")
            try await page.browser.hover("#wanted")
            try await page.browser.wait("a frame", "!document.querySelector('.frame').hidden")
            let seen = try await page.browser.evaluate(
                """
                (() => {
                    const frame = document.querySelector(".frame").getBoundingClientRect(), picture = document.querySelector(".picture").getBoundingClientRect();
                    return [document.querySelector(".frame").dataset.label.startsWith("Text "), frame.width > 40 && frame.width < picture.width,
                        frame.top > picture.top + 20 && frame.bottom < picture.bottom, document.querySelector("#node .place").textContent];
                })()
                """)
            #expect(seen.text() == #"[true,true,true,"systemSmall.yaml:6:7"]"#)
        }
    }

    @Test func thePictureShowsTheDeepestNodeAndAClickPinsIt() async throws {
        try await PreviewedPage.with { page in
            try await page.open()
            try await page.browser.wait("a tree", "document.querySelectorAll('#tree .node').length > 4")
            try await page.browser.hover(
                ".picture", x: 0.5, y: 0.36, until: "document.querySelector('.node.current')?.textContent.includes('So What')")
            try await page.browser.hover(
                ".picture", x: 0.5, y: 0.5, until: "document.querySelector('.node.current')?.textContent.includes('Miles Davis')")
            try await page.browser.evaluate(
                "document.querySelector('.picture').addEventListener('click', (event) => { window.at = [event.clientX, event.clientY]; }); 0"
            )
            try await page.browser.click(".picture")
            try await page.browser.wait("a pinned node", "document.querySelector('.node.pinned')?.textContent.includes('Miles Davis')")
            try await page.browser.hover(".picture", x: 0.5, y: 0.36)
            #expect(try await page.browser.evaluate("document.querySelector('.node.current').textContent.includes('Miles Davis')") == true)
            // It is in the URL, and stays after a save.
            try await page.open(try #require(try await page.browser.evaluate("location.search").string))
            try await page.browser.wait("the pinned node", "document.querySelector('.node.pinned')?.textContent.includes('Miles Davis')")
            let before = try await page.source
            try page.save(PreviewedPage.template.replacing("spacing: 6", with: "spacing: 20"))
            try await page.wait(forOtherThan: before)
            try await page.browser.wait("the pinned node", "document.querySelector('.node.pinned')?.textContent.includes('Miles Davis')")
            try await page.browser.press("Escape")
            try await page.browser.wait("no pinned node", "!document.querySelector('.node.pinned')")
        }
    }

    @Test func aPointerThatRestsFindsItsNodeInEachTree() async throws {
        try await PreviewedPage.with { page in
            try await page.open()
            try await page.browser.hover(".picture", x: 0.5, y: 0.36)
            try await page.browser.wait("the node", "document.querySelector('.node.current')?.textContent.includes('So What')")
            let before = try await page.source
            try page.save(PreviewedPage.template.replacing("spacing: 6", with: "spacing: 7"))
            try await page.wait(forOtherThan: before)
            try await page.browser.wait("the node again", "document.querySelector('.node.current')?.textContent.includes('So What')")
        }
    }

    @Test func aPointerThatCameBeforeTheTreeFindsItsNode() async throws {
        try await PreviewedPage.with { page in
            try await page.open("?appearances=light,dark")
            try await page.browser.wait("the tree of the first picture", "document.querySelectorAll('#tree .node').length > 4")
            // The tree of the other picture loads when the pointer rests.
            try await page.browser.evaluate(
                """
                window.trees = 0;
                const rests = new Promise((resolve) => { window.rest = resolve; });
                const fetched = window.fetch;
                window.fetch = async (address, ...more) => {
                    if (String(address).startsWith("tree.json")) { trees += 1; await rests; }
                    return fetched(address, ...more);
                };
                0
                """)
            try await page.browser.hover("[data-appearance=dark] .picture", x: 0.5, y: 0.36)
            try await page.browser.wait("a request for the tree", "trees > 0")
            try await page.browser.evaluate("rest()")
            try await page.browser.wait("the node", "document.querySelector('.node.current')?.textContent.includes('So What')")
            // The rows belong to one tree: the nodes of a second one would have no rows.
            #expect(try await page.browser.evaluate("trees") == 1)
            #expect(page.errors == [])
        }
    }

    @Test func aPictureThatMovesUnderThePointerShowsItsNode() async throws {
        try await PreviewedPage.with { page in
            try await page.open()
            try await page.browser.wait("a tree", "document.querySelectorAll('#tree .node').length > 4")
            try await page.browser.hover(".picture", y: 2.5, until: "!document.querySelector('.picture').matches(':hover')")
            try await page.browser.evaluate(
                "document.querySelector('#grid').style.marginTop = `${document.querySelector('.picture').offsetHeight * 2}px`; 0")
            try await page.browser.wait("a node", "document.querySelector('.node.current')")
        }
    }

    @Test func theSliderShowsOtherMoments() async throws {
        try await PreviewedPage.with { page in
            try await page.open()
            let before = try await page.source
            try await page.browser.wait("a slider", "Number(document.querySelector('#time').max) > 60")
            try await page.browser.evaluate(
                "(() => { const time = document.querySelector('#time'); time.value = 90; time.dispatchEvent(new Event('input')); time.focus(); })()"
            )
            try await page.wait(forOtherThan: before)
            #expect(try await page.browser.evaluate("new URLSearchParams(location.search).get('at')") == "2026-01-08T20:16:34Z")
            let later = try await page.source
            try await page.browser.press("ArrowRight")
            try await page.wait(forOtherThan: later)
            #expect(try await page.browser.evaluate("document.querySelector('#moment').textContent") == "20:16:35 +1:31")
            // A reload preserves the time.
            let shown = try await page.source
            try await page.open(try #require(try await page.browser.evaluate("location.search").string))
            #expect(try await page.source == shown)
            try await page.browser.evaluate("document.querySelector('#now').click()")
            try await page.wait(forOtherThan: shown)
            #expect(try await page.source == before)
            try await page.browser.evaluate("document.querySelector('#speed').value = '60'; document.querySelector('#play').click()")
            try await page.wait(forOtherThan: before)
            #expect(page.errors == [])
        }
    }

    @Test func switchesShowOtherLooks() async throws {
        try await PreviewedPage.with("work", files: ["systemMedium.yaml": PreviewedPage.template]) { page in
            try await page.open()
            let count = "document.querySelectorAll('.tile').length"
            #expect(try await page.browser.evaluate(count) == 2)
            try await page.browser.click("#appearances [data-word=light]")
            try await page.browser.wait(
                "four pictures", "\(count) === 4 && [...document.querySelectorAll('.picture img')].every((image) => image.naturalWidth > 0)"
            )
            try await page.browser.click("#families [data-word=systemMedium]")
            try await page.browser.wait("two pictures", "\(count) === 2")
            try await page.browser.evaluate(
                "(() => { const add = document.querySelector('#add-device'); add.value = 'iphone-se-3'; add.dispatchEvent(new Event('change')); })()"
            )
            try await page.browser.wait(
                "another device", "document.querySelector('.size').textContent.startsWith('148 × 148 pt · 296 × 296 px')")
            let before = try await page.source
            try await page.browser.press("+")
            try await page.wait(forOtherThan: before)
            let query = try #require(try await page.browser.evaluate("location.search").string)
            #expect(query == "?families=systemSmall&devices=iphone-se-3&appearances=dark,light&typeSize=xLarge", "\(query)")
            try await page.browser.press("d")
            try await page.browser.wait("one look", "\(count) === 1")
            #expect(page.errors == [])
        }
    }

    @Test(arguments: [
        "<img src=x onerror=\"window.hit=1\">", "</script><script>window.hit=1</script>", "\" autofocus onfocus=\"window.hit=1",
        "javascript:window.hit=1",
        "\u{202E}gnp.exe\u{202C}",
    ])
    func aHostileTitleIsOnlyText(_ title: String) async throws {
        try await PreviewedPage.with(title: title) { page in
            try await page.open()
            try await page.browser.wait("a tree", "document.querySelectorAll('#tree .node').length > 4")
            #expect(
                try await page.browser.evaluate("[...document.querySelectorAll('#tree .node')].length > 0 && window.hit === undefined")
                    == true)
            #expect(page.errors == [])
        }
    }

    @Test func aCaseIsWrittenFromThePage() async throws {
        try await PreviewedPage.with("work/systemSmall.yaml", ["--suite", "work/snapshots.yaml"]) { page in
            try await page.open("?appearances=light")
            try await page.browser.click("#snapshot")
            try await page.browser.wait("a case", "document.querySelector('#case-text').textContent.includes('appearances: [light]')")
            try await page.browser.click("#case-add")
            try await page.browser.wait("that it is written", "document.querySelector('#case-message.good')")
            for command in ["record", "check"] {
                #expect(try page.sandbox.run("snapshot", command, page.sandbox.path("work/snapshots.yaml")).status == 0)
            }
            #expect(page.errors == [])
        }
    }

    @Test func aLostConnectionIsToldAndComesBack() async throws {
        try await PreviewedPage.with { page in
            try await page.open()
            page.server.stop()
            try await page.browser.wait("that it is lost", "document.querySelector('#state').textContent === 'no connection'")
        }
    }

    @Test(arguments: [true, false])
    func itPassesAxe(isDark: Bool) async throws {
        try await PreviewedPage.with("work/systemSmall.yaml", ["--suite", "work/snapshots.yaml"]) { page in
            for (width, height) in [(1440, 900), (1000, 700), (390, 844)] {
                try await page.browser.setScreen(width, height, isDark: isDark)
                try await page.open("?appearances=light,dark&devices=iphone-15")
                #expect(try await page.browser.violations() == [], "\(width) × \(height)")
                #expect(
                    try await page.browser.evaluate("document.documentElement.scrollWidth <= innerWidth") == true, "\(width) × \(height)")
            }
            try await page.browser.setScreen(1440, 900, isDark: isDark)
            try await page.open()
            try await page.browser.hover(".picture")
            try await page.browser.wait("a node", "document.querySelector('.node.current')")
            #expect(try await page.browser.violations() == [], "with a node")
            try page.save(PreviewedPage.template.replacing("id: artist", with: "idd: artist"))
            try await page.browser.wait("an error", "document.querySelector('.broken .error')")
            #expect(try await page.browser.violations() == [], "with an error")
            try page.save(PreviewedPage.template)
            try await page.browser.wait("no error", "!document.querySelector('.broken')")
            try await page.browser.evaluate("document.querySelector('#snapshot').click()")
            try await page.browser.wait("a case", "document.querySelector('#case-text').textContent !== ''")
            #expect(try await page.browser.violations() == [], "with a snapshot case")
        }
    }
}
