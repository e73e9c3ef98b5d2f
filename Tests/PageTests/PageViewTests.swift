import Foundation
import SubdialDocuments
import Testing

@testable import SubdialBrowserSupport
@testable import SubdialProcessSupport

/// Tests of the page's content, its layout, and its stored settings.
@Suite(.serialized, .enabled(if: Browser.path != nil, "needs chromium")) struct PageViewTests {
    static let screens = [(320, 640, 2.0), (390, 844, 3.0), (820, 1180, 2.0), (1440, 900, 1.0), (1872, 1404, 1.0)]

    @Test func everyViewFitsEveryScreen() async throws {
        try await ServedPage.with { page in
            for view in ["phone", "watch", "wall"] {
                for (width, height, scale) in Self.screens {
                    try await page.browser.setScreen(width, height, scale: scale, isDark: width % 4 == 0)
                    try await page.open("?view=\(view)")
                    let seen = try await page.browser.evaluate(
                        """
                        [document.documentElement.scrollWidth <= innerWidth, [...document.querySelectorAll(".picture")].every((picture) => {
                            const box = picture.getBoundingClientRect();
                            return box.left >= 0 && box.right <= innerWidth && box.width > 20;
                        })]
                        """)
                    #expect(seen.text() == "[true,true]", "\(view) on \(width) × \(height)")
                }
            }
            #expect(page.errors() == [])
        }
    }

    @Test func aPictureHasAsManyPixelsAsItsPlace() async throws {
        try await ServedPage.with { page in
            for scale in [1.0, 2.0] {
                try await page.browser.setScreen(390, 844, scale: scale)
                try await page.open()
                let seen = try await page.browser.evaluate(
                    """
                    (() => {
                        const image = document.querySelector(".tile img");
                        return Math.abs(image.naturalWidth - image.clientWidth * devicePixelRatio) <= 3;
                    })()
                    """)
                #expect(seen == true, "\(scale) pixels to a point")
            }
        }
    }

    /// Progress causes no event: the response of a picture contains the time of its next change, at which a visible picture is requested
    /// again.
    @Test func whatMovesIsAskedForWhileItIsSeen() async throws {
        try await ServedPage.with { page in
            try await page.browser.setScreen(390, 300)
            try await page.open("?view=phone&kinds=now-playing&sizes=systemLarge,systemMedium")
            try await page.browser.evaluate(
                """
                (() => {
                    const [large, medium] = ["systemLarge", "systemMedium"].map((name) => document.querySelector(`[data-family=${name}]`));
                    window.looks = { large: new Set(), medium: new Set() };
                    window.watching = setInterval(() => {
                        window.looks.large.add(large.querySelector("img").src);
                        window.looks.medium.add(medium.querySelector("img").src);
                    }, 50);
                    return true;
                })()
                """)
            // The first picture changes, and the one below the screen is not requested.
            try await page.browser.wait("a picture that moves", "window.looks.large.size >= 4")
            #expect(try await page.browser.evaluate("window.looks.medium.size <= 2") == true)
            try await page.browser.evaluate("document.querySelector('[data-family=systemMedium]').scrollIntoView() || true")
            try await page.browser.wait("the other one, which is seen now", "window.looks.medium.size >= 4")
            #expect(page.errors() == [])
        }
    }

    @Test func theWallIsOneWidgetAndNothingElse() async throws {
        try await ServedPage.with { page in
            try await page.browser.setScreen(1872, 1404)
            try await page.open("?view=wall&kind=now-playing&family=systemLarge")
            try await page.browser.wait("a bar that is gone", "getComputedStyle(document.querySelector('#bar')).opacity === '0'")
            let seen = try await page.browser.evaluate(
                "[document.querySelectorAll('.tile').length, document.querySelector('.picture').clientHeight > 0.9 * innerHeight]")
            #expect(seen.text() == "[1,true]")
            // The bar appears when the pointer or the keyboard focus comes near.
            try await page.browser.press("Tab")
            try await page.browser.wait("a bar", "getComputedStyle(document.querySelector('#bar')).opacity === '1'")
            #expect(try await page.browser.evaluate("document.activeElement.closest('#bar') !== null") == true)
        }
    }

    @Test func whatIsChosenIsInTheAddressAndRemembered() async throws {
        try await ServedPage.with { page in
            try await page.open("")
            try await page.browser.click("#views [data-view=watch]")
            try await page.browser.evaluate("document.querySelector('[name=appearance][value=light]').click()")
            try await page.waitForPictures()
            let seen =
                "[location.search, document.documentElement.dataset.scheme, document.querySelector('#views [data-view=watch]').ariaPressed]"
            #expect(try await page.browser.evaluate(seen).text() == #"["?view=watch&appearance=light","light","true"]"#)
            try await page.browser.open("about:blank")
            try await page.open("")
            #expect(try await page.browser.evaluate(seen + ".slice(1)").text() == #"["light","true"]"#)
        }
    }

    @Test func itCanBeInstalled() async throws {
        try await ServedPage.with { page in
            try await page.open()
            let manifest = try await page.browser.ask("Page.getAppManifest")
            #expect(manifest["errors"] == .array([]))
            let seen = try await page.browser.evaluate(
                """
                (async () => {
                    const link = document.querySelector("link[rel=manifest]").href;
                    const response = await fetch(link);
                    const manifest = await response.json();
                    const sizes = await Promise.all(manifest.icons.map(async ({ src, type }) => {
                        const image = new Image();
                        image.src = new URL(src, link);
                        await image.decode();
                        const answer = await fetch(image.src);
                        return [answer.headers.get("content-type") === type, type === "image/png" ? image.naturalWidth : 0];
                    }));
                    const registration = await navigator.serviceWorker.ready;
                    return [response.headers.get("content-type").split(";")[0], manifest.display, new URL(manifest.start_url, link).href === registration.scope,
                        sizes, manifest.icons.map(({ purpose }) => purpose)];
                })()
                """)
            #expect(
                seen.text()
                    == #"["application/manifest+json","standalone",true,[[true,0],[true,192],[true,512],[true,512]],["any","any","any","maskable"]]"#
            )
            #expect(page.errors() == [])
        }
    }
}
