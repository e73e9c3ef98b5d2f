#include "Song.h"

#include <algorithm>

#include <taglib/attachedpictureframe.h>
#include <taglib/tiostream.h>

#include "PictureStart.h"
#include "RawFrames.h"

namespace {

/// The maximum size of a picture in bytes, as of all pictures.
const unsigned largestPicture = 32 << 20;
/// The maximum number of pictures of a file.
const size_t mostPictures = 64;
/// The maximum length of a text in bytes.
const size_t longestText = 4096;

/// The types of pictures as ID3v2, FLAC and ASF number them.
enum Type { other = 0, icon = 1, otherIcon = 2, front = 3, back = 4, leaflet = 5, media = 6, screen = 16, illustration = 18, lastType = 20 };

/// The place of a type in the order of preference: a cover, then what else belongs to the album, then what only belongs to its artists.
int rank(int type, bool isLink) {
    if (isLink || type == icon || type == otherIcon) return 4;
    if (type == front) return 0;
    if (type == other) return 1;
    if (type < 0 || type > lastType) return 2;
    return type == back || type == leaflet || type == media || type == screen || type == illustration ? 2 : 3;
}

/// The type in the key of an item of APE, such as `Cover Art (Front)`.
int typeOfItem(const TagLib::String &key) {
    static const struct {
        const char *name;
        int type;
    } names[] = {{"(FRONT)", front}, {"(OTHER)", other}, {"(ICON)", icon}, {"(PNG ICON)", icon}, {"(OTHER ICON)", otherIcon},
        {"(BACK)", back}, {"(MEDIA)", media}, {"(DISC)", media}, {"(LEAFLET)", leaflet}, {"(ILLUSTRATION)", illustration}};
    for (const auto &entry : names)
        if (key.find(entry.name) >= 0) return entry.type;
    // The artists, the place of the recording and the like.
    return lastType;
}

std::string text(const TagLib::String &text) {
    auto bytes = text.stripWhiteSpace().to8Bit(true);
    if (bytes.size() > longestText) bytes.resize(longestText);
    return bytes;
}

/// The values of a property that are not empty.
std::string joined(const TagLib::PropertyMap &properties, const char *key) {
    TagLib::StringList values;
    if (properties.contains(key))
        for (const auto &value : properties[key])
            if (!value.stripWhiteSpace().isEmpty()) values.append(value.stripWhiteSpace());
    return text(values.toString(", "));
}

}  // namespace

void Song::add(const TagLib::Tag *tag, const TagLib::PropertyMap &properties) {
    fill(properties);
    if (!tag) return;
    if (title.empty()) title = text(tag->title());
    if (artist.empty()) artist = text(tag->artist());
    if (album.empty()) album = text(tag->album());
    track = tag->track();
    year = tag->year();
}

void Song::fill(const TagLib::PropertyMap &properties) {
    const auto set = [&](std::string &text, const char *key) {
        if (text.empty()) text = joined(properties, key);
    };
    set(title, "TITLE");
    set(artist, "ARTIST");
    set(album, "ALBUM");
    set(albumArtist, "ALBUMARTIST");
    set(albumArtist, "ALBUM ARTIST");
}

void Song::add(const TagLib::ByteVector &bytes, int type, const TagLib::String &mime) {
    if (bytes.isEmpty() || bytes.size() > largestPicture || pictures.size() >= mostPictures) return;
    pictures.push_back({bytes, rank(type, mime.find("-->") >= 0)});
}

void Song::add(const TagLib::List<TagLib::FLAC::Picture *> &list) {
    for (const auto picture : list) add(fromPictureStart(picture->data()), picture->type(), picture->mimeType());
}

void Song::add(TagLib::Ogg::XiphComment *comment) {
    if (comment) add(comment->pictureList());
}

void Song::add(TagLib::MP4::Tag *tag) {
    if (!tag || !tag->contains("covr")) return;
    for (const auto &cover : tag->item("covr").toCoverArtList()) add(fromPictureStart(cover.data()), front, TagLib::String());
}

void Song::add(TagLib::ASF::Tag *tag) {
    if (!tag || !tag->attributeListMap().contains("WM/Picture")) return;
    for (const auto &attribute : tag->attributeListMap()["WM/Picture"]) {
        const auto picture = attribute.toPicture();
        if (picture.isValid()) add(fromPictureStart(picture.picture()), picture.type(), picture.mimeType());
    }
}

void Song::add(TagLib::APE::Tag *tag) {
    if (!tag) return;
    // A file may have several tags, of which TagLib's properties are those of one.
    fill(tag->properties());
    for (const auto &entry : tag->itemListMap()) {
        // A text names the picture's file.
        if (!entry.first.upper().startsWith("COVER ART (") || entry.second.type() != TagLib::APE::Item::Binary) continue;
        const auto data = entry.second.binaryData();
        const auto bytes = fromPictureStart(data);
        // The name of a file stands before a picture.
        const int zero = bytes.size() == data.size() && !startsAsPicture(data) ? data.find('\0') : -1;
        add(zero >= 0 ? data.mid(zero + 1) : bytes, typeOfItem(entry.first.upper()), TagLib::String());
    }
}

void Song::add(TagLib::ID3v2::Tag *tag, TagLib::IOStream *stream) {
    if (!tag) return;
    fill(tag->properties());
    bool isMisread = false;
    for (const auto frame : tag->frameList("APIC")) {
        const auto picture = dynamic_cast<TagLib::ID3v2::AttachedPictureFrame *>(frame);
        if (!picture) continue;
        const auto bytes = fromPictureStart(picture->picture());
        const bool isLink = picture->mimeType().find("-->") >= 0;
        isMisread = isMisread || (!isLink && !startsAsPicture(bytes));
        add(bytes, picture->type(), picture->mimeType());
    }
    // The description of such a frame has no end, so that it contains the start of the picture.
    if (!isMisread) return;
    for (const auto &picture : rawPictures(stream)) {
        const auto isSame = [&](const Picture &other) { return other.bytes == picture.bytes; };
        if (std::none_of(pictures.begin(), pictures.end(), isSame)) add(picture.bytes, picture.type, TagLib::String());
    }
}

void Song::sort() {
    std::stable_sort(pictures.begin(), pictures.end(), [](const Picture &one, const Picture &other) { return one.rank < other.rank; });
}

TagLib::ByteVector Song::nextPicture() {
    if (next >= pictures.size()) return TagLib::ByteVector();
    const auto bytes = pictures[next].bytes;
    pictures[next].bytes = TagLib::ByteVector();
    next += 1;
    return bytes;
}
