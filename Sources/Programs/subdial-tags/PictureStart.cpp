#include "PictureStart.h"

#include <algorithm>

namespace {

/// How much may be before a picture, in bytes.
const int mostJunk = 4096;

/// The bytes of a format, `place` bytes after the start of a picture.
struct Signature {
    TagLib::ByteVector bytes;
    int place;
    /// False for bytes that are too few to be searched.
    bool isRare;
};

const Signature *signatures(size_t &count) {
    static const Signature all[] = {
        {TagLib::ByteVector("\xFF\xD8\xFF", 3), 0, true}, {TagLib::ByteVector("\x89PNG\r\n\x1A\n", 8), 0, true},
        {TagLib::ByteVector("WEBP", 4), 8, true}, {TagLib::ByteVector("GIF87a", 6), 0, true},
        {TagLib::ByteVector("GIF89a", 6), 0, true}, {TagLib::ByteVector("ftyp", 4), 4, true},
        {TagLib::ByteVector("BM", 2), 0, false}, {TagLib::ByteVector("II*\0", 4), 0, false},
        {TagLib::ByteVector("MM\0*", 4), 0, false}};
    count = sizeof all / sizeof *all;
    return all;
}

}  // namespace

bool startsAsPicture(const TagLib::ByteVector &bytes) {
    size_t count = 0;
    const auto all = signatures(count);
    return std::any_of(all, all + count, [&](const Signature &one) { return bytes.containsAt(one.bytes, one.place); });
}

TagLib::ByteVector fromPictureStart(const TagLib::ByteVector &bytes) {
    if (startsAsPicture(bytes)) return bytes;
    const auto head = bytes.mid(0, mostJunk + 16);
    size_t count = 0;
    const auto all = signatures(count);
    int first = -1;
    for (auto one = all; one != all + count; ++one) {
        if (!one->isRare) continue;
        const int found = head.find(one->bytes, one->place);
        const int start = found - one->place;
        if (found >= 0 && start <= mostJunk && (first < 0 || start < first)) first = start;
    }
    return first > 0 ? bytes.mid(first) : bytes;
}
