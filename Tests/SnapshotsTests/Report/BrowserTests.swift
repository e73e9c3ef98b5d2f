import Foundation
import SubdialSnapshots
import Testing

/// Tests of the page in a real browser with real keys: a script at the end of a copy presses them and writes its result into the title.
@Suite(.serialized, .enabled(if: Program.chromium != nil, "needs chromium")) struct BrowserTests {
    private static let page = Result { try HTMLReport.text(.sample) }

    /// Returns the title after `script`, the body of a JavaScript function, has returned a value.
    private func see(_ fragment: String = "", width: Int = 1200, _ script: String) throws -> String {
        let chromium = try #require(Program.chromium)
        let folder = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let judge = """
            <script>
            const $ = (selector) => document.querySelector(selector);
            const all = (selector) => [...document.querySelectorAll(selector)];
            const wait = (time = 60) => new Promise((resolve) => setTimeout(resolve, time));
            const press = async (...keys) => {
                for (const key of keys) {
                    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
                    (document.activeElement || document.body).dispatchEvent(event);
                    await wait();
                }
            };
            const name = () => $("#name").textContent;
            const view = () => $("#stage").dataset.view;
            const list = () => all("#list .id").map((id) => id.firstChild.textContent);
            addEventListener("load", async () => {
                let seen;
                await wait();
                try { seen = await (async () => { \(script) })(); } catch (error) { seen = `thrown: ${error}`; }
                document.body.replaceChildren();
                document.title = JSON.stringify(seen);
            });
            </script></body>
            """
        let page = try Self.page.get().replacing("</body>", with: judge)
        try SnapshotReport.sample.writePictures(to: folder)
        let file = folder.appending(path: "page.html")
        try Data(page.utf8).write(to: file)
        let output = try chromium.run([
            "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=\(folder.path)/profile", "--virtual-time-budget=8000",
            "--window-size=\(width),900", "--dump-dom", "file://\(file.path)\(fragment.isEmpty ? "" : "#\(fragment)")",
        ])
        let begin = try #require(output.firstRange(of: "<title>"), "the browser gave nothing").upperBound
        let end = try #require(output.firstRange(of: "</title>")).lowerBound
        return String(output[begin..<end])
            .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }

    @Test func beginsWithTheFirstFailure() throws {
        let seen = try see("", "return [name(), view(), $('#badge').textContent, $('#verdict').textContent, all('#list a').length]")
        #expect(seen == #"["small-light","2up","Failed","3 of 7 cases failed",7]"#)
    }

    @Test(arguments: [("2up", 2), ("slider", 2), ("onion", 2), ("blink", 2), ("diff", 1)])
    func opensAtAPlace(view: String, pictures: Int) throws {
        let seen = try see(
            "case=small-light&view=\(view)&zoom=4",
            """
            for (let turn = 0; turn < 20 && !all('#stage img').every((image) => image.naturalWidth > 0); turn++) await wait();
            return [name(), view(), all('#stage img').length, all('#stage img').map((image) => image.naturalWidth).join(),
                $('#stage img').getBoundingClientRect().width, getComputedStyle($('#stage img')).imageRendering]
            """)
        let widths = pictures == 1 ? "8" : "8,12"
        #expect(seen == #"["small-light","\#(view)",\#(pictures),"\#(widths)",32,"pixelated"]"#)
    }

    @Test func keysGoThroughTheCases() throws {
        let seen = try see(
            "", "const names = [name()]; for (const key of 'jjkkkk') { await press(key); names.push(name()); } return names")
        #expect(seen == #"["small-light","first","absent","first","small-light","small-dark","small-dark"]"#)
    }

    /// Keys decide about a case and about all that are listed, and the commands for a shell say the same.
    @Test(arguments: [
        ("a", ["small-light"], "subdial snapshot accept 'small-light'\\n"),
        ("aa", [], ""), ("ajr", ["small-light"], "subdial snapshot accept 'small-light'\\n"), ("A", [], "subdial snapshot accept --all\\n"),
        ("Rc", [], "subdial snapshot reject --all\\n"),
    ])
    func decisions(_ keys: String, _ marked: [String], _ commands: String) throws {
        let seen = try see(
            "",
            """
            let copied = ""; window.prompt = (title, text) => { copied = text; };
            Object.defineProperty(navigator, "clipboard", { value: undefined });
            for (const key of '\(keys)') await press(key);
            const marks = all('#list a').filter((a) => a.querySelector('.decision')).map((a) => a.querySelector('.id').firstChild.textContent);
            if (!$('#decisions').hidden) { $('#copy').click(); await wait(); }
            return [marks.slice(0, 2), copied, $('#decisions').hidden]
            """)
        #expect(seen.contains("\"\(commands)\"") || commands.isEmpty, "\(seen)")
        for name in marked { #expect(seen.contains("\"\(name)\""), "\(seen)") }
        #expect(seen.hasSuffix(keys == "aa" ? "true]" : "false]"), "\(seen)")
    }

    /// The first stop of the keyboard leads past the list, and a tall picture has no scroll bar of its own.
    @Test func skipping() throws {
        let seen = try see(
            "zoom=4",
            """
            const first = all('a[href], button, input, [tabindex]').find((element) => element.tabIndex >= 0);
            first.focus(); first.click(); await wait();
            return [first.id, document.activeElement.id, getComputedStyle($('#stage')).overflowY,
                $('#stage').scrollHeight <= $('#stage').clientHeight]
            """)
        #expect(seen == #"["skip","main","hidden",true]"#)
    }

    @Test func keysChooseTheView() throws {
        let seen = try see("", "const views = []; for (const key of '54321') { await press(key); views.push(view()); } return views")
        #expect(seen == #"["diff","blink","onion","slider","2up"]"#)
        // A single picture has no overlay view.
        let alone = try see("case=first", "await press('2'); return [view(), all('#views button:disabled').length]")
        #expect(alone == #"["2up",4]"#)
    }

    @Test func spaceShowsTheOtherPicture() throws {
        let seen = try see(
            "",
            """
            const shown = [];
            // The pictures are loaded from beside the page.
            const visible = () => all('#stage img').filter((image) => image.style.visibility === 'visible')[0];
            for (let turn = 0; turn < 40 && all('#stage img').length < 2; turn++) await wait();
            for (let turn = 0; turn < 3; turn++) {
                await press(' ');
                for (let pause = 0; pause < 40 && !visible(); pause++) await wait();
                shown.push(view(), $('#stage').dataset.shown, visible().alt);
            }
            await wait(1000);
            shown.push($('#stage').dataset.shown);
            return shown
            """)
        #expect(seen == #"["blink","actual","Actual","blink","expected","Expected","blink","actual","Actual","actual"]"#)
    }

    @Test func blinkTakesTurns() throws {
        let seen = try see(
            "case=small-light&view=blink",
            """
            const shown = new Set();
            for (let turn = 0; turn < 20; turn++) { await wait(200); shown.add($('#stage').dataset.shown); }
            $('#pause').click();
            const paused = new Set();
            for (let turn = 0; turn < 10; turn++) { await wait(200); paused.add($('#stage').dataset.shown); }
            return [[...shown].sort(), paused.size, $('#pause').textContent]
            """)
        #expect(seen == #"[["actual","expected"],1,"Play"]"#)
    }

    @Test func filterByText() throws {
        let seen = try see(
            "",
            """
            await press('f');
            const focused = document.activeElement.id;
            const type = (text) => { $('#filter').value = text; $('#filter').dispatchEvent(new Event('input')); };
            type('PLAYING light');
            const found = list();
            await press('j', '2');
            const untouched = [name(), view()];
            type('nothing like it');
            const none = $('#list').textContent;
            await press('Escape');
            const again = list().length;
            await press('Escape');
            return [focused, found, untouched, none, again, document.activeElement === document.body]
            """)
        #expect(seen == #"["filter",["small-light"],["small-light","2up"],"No case matches.",7,true]"#)
    }

    @Test func filterByStatus() throws {
        let seen = try see(
            "",
            """
            const chip = (status) => $(`.chip[data-status=${status}]`);
            chip('new').click(); chip('missing').click();
            const two = [list(), chip('new').getAttribute('aria-pressed'), chip('passed').getAttribute('aria-pressed')];
            await press('j');
            const next = name();
            chip('new').click(); chip('missing').click();
            return [two, next, list().length]
            """)
        #expect(seen == #"[[["first","absent"],"true","false"],"first",7]"#)
    }

    @Test func sliderFollowsThePointerAndTheRange() throws {
        let seen = try see(
            "case=small-light&view=slider&zoom=4",
            """
            const area = $('.draggable'), box = area.getBoundingClientRect(), input = $('#control input');
            const at = (type, share) => area.dispatchEvent(new PointerEvent(type, {
                clientX: box.left + box.width * share, clientY: box.top + 5, button: 0, bubbles: true }));
            const now = () => [$('#divider').style.left, $('#slider-over').style.clipPath, $('#slider-under').style.clipPath, input.value];
            at('pointerdown', 0.25); const down = now();
            at('pointermove', 0.75); const moved = now();
            at('pointerup', 0.75); at('pointermove', 0.1); const after = now();
            input.value = '100'; input.dispatchEvent(new Event('input'));
            return [down, moved, after[0], now()[0], input.getAttribute('aria-label')]
            """)
        #expect(
            seen == #"[["25%","inset(0px 0px 0px 12px)","inset(0px 20px 0px 0px)","25"],"#
                + #"["75%","inset(0px 0px 0px 36px)","inset(0px)","75"],"75%","100%","Where expected ends and actual begins"]"#)
    }

    @Test func onionSkinMixes() throws {
        let seen = try see(
            "case=small-light&view=onion",
            """
            const input = $('#control input'), over = $('#onion-over');
            const before = over.style.opacity;
            input.value = '20'; input.dispatchEvent(new Event('input'));
            return [before, over.style.opacity, over.alt]
            """)
        #expect(seen == #"["0.5","0.2","Actual"]"#)
    }

    @Test func zoomOutlineAndHelp() throws {
        let seen = try see(
            "",
            """
            const widths = [];
            for (const key of 'zzzz') { await press(key); widths.push($('#stage img').getBoundingClientRect().width); }
            await press('o');
            const region = $('.region').style;
            const outline = [all('.region').length, region.left, region.top, region.width, region.height];
            await press('?');
            const open = $('#help').open;
            await press('j', '?');
            return [widths, outline, open, $('#help').open, name()]
            """)
        #expect(seen == #"[[8,16,32,8],[2,"1px","2px","3px","4px"],true,false,"small-light"]"#)
    }

    @Test func rememberedInTheAddress() throws {
        let seen = try see("", "await press('k', '5', 'z', 'z'); return location.hash")
        #expect(seen == ##""#case=small-dark&view=diff&zoom=2""##)
    }

    @Test func hostileTextStaysText() throws {
        let id = "</script><img src=x onerror=\"document.title='tag'\">"
        let place = try #require(id.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let seen = try see(
            "case=\(place)",
            """
            await wait(200);
            return [name(), $('#group').textContent, $('#message').textContent.includes('{{script}} <!--'), all('img').length, all('b').length -
                all('.chip b, figcaption b').length, $('#stage').textContent, document.scripts.length]
            """)
        #expect(
            seen == #"["</script><img src=x onerror=\"document.title='tag'\">","<b>hostile</b>, a:b",true,0,0,"#
                + #""This case has no pictures.",3]"#)
    }

    @Test func aNarrowWindowShowsOneAtATime() throws {
        let seen = try see(
            "", width: 500,
            """
            const shown = (selector) => getComputedStyle($(selector)).display !== 'none';
            const before = [shown('.sidebar'), shown('main')];
            all('#list a')[1].click();
            await wait();
            const during = [shown('.sidebar'), shown('main')];
            const fits = document.documentElement.scrollWidth <= innerWidth;
            $('#back').click();
            return [before, during, fits, [shown('.sidebar'), shown('main')]]
            """)
        #expect(seen == "[[true,false],[false,true],true,[true,false]]")
    }

    @Test func everyControlHasAName() throws {
        let seen = try see(
            "case=small-light&view=slider",
            """
            const named = (element) => (element.getAttribute('aria-label') || element.textContent || element.closest('label')?.textContent || '')
                .trim().length > 0;
            return [all('button, input, a, [role=img], [role=group], [role=region]').filter((element) => !named(element))
                .map((element) => element.outerHTML), all('img:not([alt])').length]
            """)
        #expect(seen == "[[],0]")
    }
}
