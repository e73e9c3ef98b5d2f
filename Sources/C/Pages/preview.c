#include "file.h"

static const uint8_t preview_css[] = {
#embed "../../Screens/Serve/Preview/Page/preview.css"
};
SUBDIAL_FILE(preview_css)

static const uint8_t preview_html[] = {
#embed "../../Screens/Serve/Preview/Page/preview.html"
};
SUBDIAL_FILE(preview_html)

static const uint8_t preview_js[] = {
#embed "../../Screens/Serve/Preview/Page/preview.js"
};
SUBDIAL_FILE(preview_js)
