// Whether `--` ends the options of a program. By convention it does. These programs do not follow it, or pass what comes
// after it to another program, which may read options there.

import { basename } from 'node:path';

const ignoring = `find gfind bfs xxd openssl java javac ffmpeg ffprobe ffplay convert magick mogrify identify montage dd ps
  jq zip unzip ip tc iptables nft pkg-config gs qemu-img`;

const passingOn = `npm npx pnpm pnpx yarn bun bunx deno cargo go dotnet composer bundle poetry pipenv uv uvx pipx hatch nox tox
  docker podman nerdctl kubectl oc helm ssh env sudo doas su runuser timeout gtimeout nice ionice nohup setsid stdbuf time chrt
  taskset prlimit setarch unshare nsenter chroot xargs parallel watch flock strace ltrace script systemd-run bwrap firejail
  busybox toybox command exec`;

const programs = new Set(`${ignoring} ${passingOn}`.split(/\s+/));

/** `words` are the program and what stands before the `--`: the program may stand behind others, such as `timeout`. */
export function endsOptions(words: readonly string[]): boolean {
  return !words.some((word) => programs.has(basename(word).replace(/[\d.]+$/, '')) || programs.has(basename(word)));
}
