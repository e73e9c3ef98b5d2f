#include "file.h"

static const uint8_t icon_192_png[] = {
#embed "../../Screens/Serve/Page/icon-192.png"
};
SUBDIAL_FILE(icon_192_png)

static const uint8_t icon_512_png[] = {
#embed "../../Screens/Serve/Page/icon-512.png"
};
SUBDIAL_FILE(icon_512_png)

static const uint8_t icon_maskable_512_png[] = {
#embed "../../Screens/Serve/Page/icon-maskable-512.png"
};
SUBDIAL_FILE(icon_maskable_512_png)

static const uint8_t icon_svg[] = {
#embed "../../Screens/Serve/Page/icon.svg"
};
SUBDIAL_FILE(icon_svg)

static const uint8_t index_html[] = {
#embed "../../Screens/Serve/Page/index.html"
};
SUBDIAL_FILE(index_html)

static const uint8_t manifest_webmanifest[] = {
#embed "../../Screens/Serve/Page/manifest.webmanifest"
};
SUBDIAL_FILE(manifest_webmanifest)

static const uint8_t page_css[] = {
#embed "../../Screens/Serve/Page/page.css"
};
SUBDIAL_FILE(page_css)

static const uint8_t page_js[] = {
#embed "../../Screens/Serve/Page/page.js"
};
SUBDIAL_FILE(page_js)

static const uint8_t service_worker_js[] = {
#embed "../../Screens/Serve/Page/service-worker.js"
};
SUBDIAL_FILE(service_worker_js)
