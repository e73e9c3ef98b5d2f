#ifndef SUBDIAL_PAGES_H
#define SUBDIAL_PAGES_H

#include <stddef.h>
#include <stdint.h>

// The files of the web pages, in the program. The compiler for Swift would need a minute for them as array literals.

/// A file: its bytes, which last as long as the program.
typedef struct {
  const uint8_t *_Nonnull start;
  size_t count;
} SubdialFile;

// The page of `subdial serve`, in Sources/Screens/Serve/Page.
SubdialFile subdial_icon_192_png(void);
SubdialFile subdial_icon_512_png(void);
SubdialFile subdial_icon_maskable_512_png(void);
SubdialFile subdial_icon_svg(void);
SubdialFile subdial_index_html(void);
SubdialFile subdial_manifest_webmanifest(void);
SubdialFile subdial_page_css(void);
SubdialFile subdial_page_js(void);
SubdialFile subdial_service_worker_js(void);

// The page of `subdial preview`, in Sources/Screens/Serve/Preview/Page.
SubdialFile subdial_preview_css(void);
SubdialFile subdial_preview_html(void);
SubdialFile subdial_preview_js(void);

// The report of snapshots, in Sources/Testing/Snapshots/Report/Page.
SubdialFile subdial_report_css(void);
SubdialFile subdial_report_html(void);
SubdialFile subdial_report_js(void);

#endif
