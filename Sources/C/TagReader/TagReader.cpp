#include "subdial-taglib.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>

#include <taglib/attachedpictureframe.h>
#include <taglib/flacfile.h>
#include <taglib/flacpicture.h>
#include <taglib/id3v2framefactory.h>
#include <taglib/id3v2tag.h>
#include <taglib/mp4file.h>
#include <taglib/mpegfile.h>
#include <taglib/opusfile.h>
#include <taglib/tfilestream.h>
#include <taglib/vorbisfile.h>
#include <taglib/xiphcomment.h>

namespace {

/// Keeps the first picture, until one of the front comes.
struct Best {
    size_t maximum;
    TagLib::ByteVector bytes;
    bool isFront = false;

    void add(const TagLib::ByteVector &candidate, bool front) {
        if (candidate.isEmpty() || candidate.size() > maximum || isFront || (!front && !bytes.isEmpty())) return;
        bytes = candidate;
        isFront = front;
    }

    void add(const TagLib::List<TagLib::FLAC::Picture *> &pictures) {
        for (auto picture : pictures) add(picture->data(), picture->type() == TagLib::FLAC::Picture::FrontCover);
    }

    void add(TagLib::ID3v2::Tag *tag) {
        if (!tag) return;
        for (auto frame : tag->frameList("APIC")) {
            auto picture = dynamic_cast<TagLib::ID3v2::AttachedPictureFrame *>(frame);
            if (picture) add(picture->picture(), picture->type() == TagLib::ID3v2::AttachedPictureFrame::FrontCover);
        }
    }

    void add(TagLib::MP4::Tag *tag) {
        if (!tag || !tag->contains("covr")) return;
        for (const auto &cover : tag->item("covr").toCoverArtList()) add(cover.data(), false);
    }
};

// TagLib reads atoms and chapters within each other by recursion, and has no bound on their depth: a file could end the process.

/// The number that `count` bytes are, the highest first.
uint64_t number(const TagLib::ByteVector &bytes, unsigned from, unsigned count) {
    uint64_t value = 0;
    for (unsigned i = from; i < from + count && i < bytes.size(); i++) value = value << 8 | static_cast<uint8_t>(bytes[i]);
    return value;
}

/// False where the atoms of an MP4 file lie deeper within each other than those of music do, or are too many.
bool isShallow(TagLib::IOStream *stream, int64_t start, int64_t end, int depth, int &budget) {
    static const char *containers[] = {"moov", "udta", "mdia", "meta", "ilst", "stbl", "minf", "moof", "traf", "trak", "stsd"};
    if (depth > 16) return false;
    while (end - start >= 8) {
        if (--budget < 0) return false;
        stream->seek(static_cast<long>(start));
        auto head = stream->readBlock(16);
        if (head.size() < 8) return true;
        uint64_t length = number(head, 0, 4);
        int64_t content = start + 8;
        if (length == 1 && head.size() == 16) length = number(head, 8, 8), content += 8;
        if (length == 0) length = static_cast<uint64_t>(end - start);
        if (length < 8 || length > static_cast<uint64_t>(end - start)) return true;
        for (auto name : containers)
            if (std::memcmp(head.data() + 4, name, 4) == 0) {
                // Some of them have a few bytes of their own before the next atom.
                int64_t own = std::strcmp(name, "meta") == 0 ? 4 : std::strcmp(name, "stsd") == 0 ? 8 : 0;
                int64_t inner = start + static_cast<int64_t>(length);
                if (!isShallow(stream, content, inner, depth + 1, budget)) return false;
                if (own && !isShallow(stream, content + own, inner, depth + 1, budget)) return false;
            }
        start += static_cast<int64_t>(length);
    }
    return true;
}

/// False where an ID3v2 tag at the beginning is very large, or has more chapters than any recording.
bool isPlain(TagLib::IOStream *stream) {
    const uint64_t largest = 32 << 20;
    const int chapters = 512;
    stream->seek(0);
    auto head = stream->readBlock(10);
    if (head.size() < 10 || std::memcmp(head.data(), "ID3", 3) != 0) return true;
    uint64_t length = (head[6] & 0x7F) << 21 | (head[7] & 0x7F) << 14 | (head[8] & 0x7F) << 7 | (head[9] & 0x7F);
    if (length > largest) return false;
    auto tag = stream->readBlock(static_cast<unsigned long>(length));
    int found = 0;
    for (auto name : {"CHAP", "CTOC"})
        for (int at = tag.find(name); at >= 0; at = tag.find(name, at + 4))
            if (++found > chapters) return false;
    return true;
}

// Before version 2 the readers of ID3v2 want its factory first.
#if TAGLIB_MAJOR_VERSION < 2
template <typename File>
std::unique_ptr<File> opened(TagLib::IOStream *stream) {
    if constexpr (std::is_constructible_v<File, TagLib::IOStream *, TagLib::ID3v2::FrameFactory *>)
        return std::make_unique<File>(stream, TagLib::ID3v2::FrameFactory::instance());
    else
        return std::make_unique<File>(stream);
}
#else
template <typename File>
std::unique_ptr<File> opened(TagLib::IOStream *stream) {
    return std::make_unique<File>(stream);
}
#endif

/// Reads the file as one format; false where it is not of that.
template <typename File, typename Read>
bool read(TagLib::IOStream *stream, int64_t &length, Read pictures) {
    stream->seek(0);
    if (!File::isSupported(stream)) return false;
    stream->seek(0);
    auto file = opened<File>(stream);
    if (!file->isValid()) return false;
    pictures(*file);
    if (file->audioProperties()) length = file->audioProperties()->lengthInMilliseconds();
    return true;
}

// A FLAC file begins with its headers, an MP3 file may have anything before its first frame: the strictest come first.
bool readAny(TagLib::IOStream *stream, Best &best, int64_t &length) {
    using namespace TagLib;
    int budget = 100000;
    if (!isPlain(stream) || !isShallow(stream, 0, stream->length(), 0, budget)) return false;
    return read<FLAC::File>(stream, length, [&](FLAC::File &file) {
               best.add(file.pictureList());
               best.add(file.ID3v2Tag());
           })
        || read<Ogg::Opus::File>(stream, length, [&](Ogg::Opus::File &file) {
               if (file.tag()) best.add(file.tag()->pictureList());
           })
        || read<Ogg::Vorbis::File>(stream, length, [&](Ogg::Vorbis::File &file) {
               if (file.tag()) best.add(file.tag()->pictureList());
           })
        || read<MP4::File>(stream, length, [&](MP4::File &file) { best.add(file.tag()); })
        || read<MPEG::File>(stream, length, [&](MPEG::File &file) { best.add(file.ID3v2Tag()); });
}

int read(TagLib::IOStream *stream, size_t maximum, subdial_taglib_file *file) {
    Best best{maximum, {}, false};
    int64_t length = 0;
    if (!readAny(stream, best, length)) return -1;
    file->length = length;
    if (best.bytes.isEmpty()) return 0;
    auto copy = static_cast<uint8_t *>(std::malloc(best.bytes.size()));
    if (!copy) return 0;
    std::memcpy(copy, best.bytes.data(), best.bytes.size());
    file->cover = copy;
    file->cover_length = best.bytes.size();
    return 0;
}

}  // namespace

extern "C" int subdial_tags1_read(const char *path, size_t maximum, subdial_taglib_file *file) {
    *file = {};
    // TagLib throws only where memory is missing; nothing may be thrown into the engine, which has no tables for unwinding.
    try {
        TagLib::FileStream stream(path, true);
        return stream.isOpen() ? read(&stream, maximum, file) : -1;
    } catch (...) {
        return -1;
    }
}

extern "C" void subdial_tags1_free(uint8_t *cover) { std::free(cover); }
