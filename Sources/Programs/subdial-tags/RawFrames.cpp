#include "RawFrames.h"

#include <taglib/id3v2synchdata.h>

#include "PictureStart.h"

namespace {

/// The maximum size of a tag in bytes; that of a file may be 256 MiB.
const unsigned largestTag = 64 << 20;

unsigned number(const TagLib::ByteVector &bytes, unsigned place, unsigned count, unsigned bits) {
    unsigned value = 0;
    for (unsigned index = 0; index < count; ++index)
        value = (value << bits) | (static_cast<unsigned char>(bytes[place + index]) & ((1u << bits) - 1));
    return value;
}

/// The picture of a frame's content: an encoding, the format, a type, a description and the picture.
void add(const TagLib::ByteVector &content, bool isOld, std::vector<RawPicture> &pictures) {
    const auto bytes = fromPictureStart(content);
    if (!startsAsPicture(bytes)) return;
    const int zero = isOld ? 3 : content.find('\0', 1);
    const int type = zero >= 0 && static_cast<unsigned>(zero) + 1 < content.size() ? static_cast<unsigned char>(content[zero + 1]) : 0;
    pictures.push_back({bytes, type});
}

}  // namespace

std::vector<RawPicture> rawPictures(TagLib::IOStream *stream) {
    std::vector<RawPicture> pictures;
    stream->seek(0);
    const auto head = stream->readBlock(10);
    if (head.size() < 10 || !head.startsWith("ID3")) return pictures;
    const unsigned version = static_cast<unsigned char>(head[3]);
    const unsigned size = number(head, 6, 4, 7);
    if (version < 2 || version > 4 || size > largestTag) return pictures;
    auto block = stream->readBlock(size);
    // Before version 4, the tag as a whole has no byte pairs that look like the start of sound.
    if (version < 4 && (head[5] & 0x80) != 0) block = TagLib::ID3v2::SynchData::decode(block);
    // The bytes of one that can be changed are copied whenever one is read while another part is in use.
    const auto &tag = block;
    const bool isOld = version == 2;
    const unsigned headerSize = isOld ? 6 : 10;
    unsigned place = 0;
    // An extended header stands before the frames; its size counts itself only in version 4.
    if (version > 2 && (head[5] & 0x40) != 0 && tag.size() >= 4)
        place = version == 4 ? number(tag, 0, 4, 7) : number(tag, 0, 4, 8) + 4;
    while (place < tag.size() && tag.size() - place > headerSize && tag[place] != 0) {
        const unsigned length = isOld ? number(tag, place + 3, 3, 8) : number(tag, place + 4, 4, version == 4 ? 7 : 8);
        const unsigned content = place + headerSize;
        if (length == 0 || length > tag.size() - content) break;
        if (tag.containsAt(isOld ? "PIC" : "APIC", place)) {
            const bool isUnsynchronised = version == 4 && (tag[place + 9] & 0x02) != 0;
            const auto bytes = tag.mid(content, length);
            add(isUnsynchronised ? TagLib::ID3v2::SynchData::decode(bytes) : bytes, isOld, pictures);
        }
        place = content + length;
    }
    return pictures;
}
