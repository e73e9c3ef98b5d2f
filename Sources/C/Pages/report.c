#include "file.h"

static const uint8_t report_css[] = {
#embed "../../Testing/Snapshots/Report/Page/report.css"
};
SUBDIAL_FILE(report_css)

static const uint8_t report_html[] = {
#embed "../../Testing/Snapshots/Report/Page/report.html"
};
SUBDIAL_FILE(report_html)

static const uint8_t report_js[] = {
#embed "../../Testing/Snapshots/Report/Page/report.js"
};
SUBDIAL_FILE(report_js)
