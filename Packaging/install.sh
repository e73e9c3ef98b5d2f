#!/bin/sh
# Installs Subdial for one user, from the address that this file came from, and removes it. It needs no root and changes nothing else.
# usage: install.sh [ADDRESS] | install.sh --uninstall
#   ADDRESS: the folder with SHA256SUMS and the bundle, if none is written below
#   PREFIX: the folder to install in, without it ~/.local
set -eu

# A function, so that nothing is run of a file whose download breaks off.
main() {
  address='@ADDRESS@'
  glibc='@GLIBC@'
  prefix=${PREFIX:-${HOME:?}/.local}

  fail() { echo "install.sh: $2" >&2; exit "$1"; }
  case $prefix in
    /*) ;;
    *) fail 64 "PREFIX is a path from the root, not '$prefix'" ;;
  esac

  # What a bundle has, as paths in the prefix. The program is last: what it starts is there before it.
  parts='libexec/subdial share/subdial share/doc/subdial share/bash-completion/completions/subdial share/zsh/site-functions/_subdial
share/fish/vendor_completions.d/subdial.fish bin/subdial'

  if [ "${1:-}" = --uninstall ]; then
    for part in $parts; do rm -rf "${prefix:?}/$part"; done
    rm -f "$prefix/share/man/man1/subdial.1" "$prefix/share/man/man1"/subdial-*.1
    echo "subdial is no longer in $prefix; your own files are in ~/.config/subdial, ~/.local/state/subdial and ~/.cache/subdial"
    exit 0
  fi
  [ $# -le 1 ] || fail 64 "usage: install.sh [ADDRESS] | install.sh --uninstall"
  address=${1:-$address}
  [ -n "$address" ] || fail 64 "there is no address in this file: give it as the argument"

  # At least one version, in the form 2.36.
  later() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -t . -k 1,1n -k 2,2n | head -n 1)" = "$2" ]; }
  system=$(uname -s)
  machine=$(uname -m)
  [ "$system" = Linux ] || fail 69 "Subdial is built for Linux, not for $system"
  found=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
  [ -n "$found" ] || fail 69 "the bundle needs glibc $glibc or later; this system has another libc, such as musl"
  later "${found#glibc }" "$glibc" || fail 69 "the bundle needs glibc $glibc or later; this system has $found"

  if command -v curl >/dev/null; then
    download() { curl -fsSL -o "$2" "$1"; }
  elif command -v wget >/dev/null; then
    download() { wget -q -O "$2" "$1"; }
  else
    fail 69 "neither curl nor wget is installed"
  fi

  # On the file system of the prefix, so that renaming replaces at once.
  mkdir -p "$prefix"
  work=$(mktemp -d "$prefix/.subdial.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  download "$address/SHA256SUMS" "$work/SHA256SUMS" || fail 69 "$address/SHA256SUMS cannot be downloaded"
  line=$(grep "  subdial-[0-9][0-9.]*-linux-$machine\.tar\.gz\$" "$work/SHA256SUMS" | tail -n 1)
  [ -n "$line" ] || fail 69 "there is no bundle for $machine at $address"
  bundle=${line##* }
  echo "downloading $address/$bundle"
  download "$address/$bundle" "$work/$bundle" || fail 69 "$address/$bundle cannot be downloaded"
  (cd "$work" && echo "$line" | sha256sum -c - >/dev/null 2>&1) || fail 65 "$bundle differs from its checksum in SHA256SUMS; nothing is installed"
  tar -xzf "$work/$bundle" -C "$work"
  new=$work/${bundle%.tar.gz}

  mkdir -p "$prefix/share/man/man1"
  rm -f "$prefix/share/man/man1"/subdial-*.1
  mv -f "$new/share/man/man1"/*.1 "$prefix/share/man/man1"
  # Each program is replaced by renaming, so that a running one goes on, and finds what is beside it.
  programs=libexec/subdial
  mkdir -p "$prefix/$programs/lib"
  for file in "$prefix/$programs/lib"/*; do [ -e "$new/$programs/lib/${file##*/}" ] || rm -f "$file"; done
  mv -f "$new/$programs/lib"/* "$prefix/$programs/lib"
  mv -f "$new/$programs"/subdial-* "$prefix/$programs"
  for part in $parts; do
    [ "$part" != $programs ] && [ -e "$new/$part" ] || continue
    mkdir -p "$(dirname "$prefix/$part")"
    [ ! -d "$prefix/$part" ] || { mkdir -p "$work/old/$part" && mv "$prefix/$part" "$work/old/$part"; }
    mv -f "$new/$part" "$prefix/$part"
  done

  echo "$("$prefix/bin/subdial" --version) is in $prefix/bin"
  case ":$PATH:" in
    *":$prefix/bin:"*) echo "to see it at work: subdial demo" ;;
    *) echo "$prefix/bin is not on your PATH: add it in your shell's profile; bars start '$prefix/bin/subdial'"
       echo "to see it at work: $prefix/bin/subdial demo" ;;
  esac
}

main "$@"
