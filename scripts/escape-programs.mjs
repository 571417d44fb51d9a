// Programs that can be turned into something else, for test/security/sandbox/escapes: small ones, and none is needed.
// What is not there is skipped by the test.
import { spawnSync } from 'node:child_process';

const packages = `
  ack arj ash astyle atftp axel basez bc boxes brotli buffer busybox bwbasic byacc catatonit catdoc ccrypt
  cmark cowsay cpio cpulimit csh daemon daemontools dc detox dialog dos2unix dumb-init ed entr expect fping
  gawk genisoimage gforth grc hexedit html2text indent iperf3 jimsh jo joe jq ksh93u+m lftp links
  logrotate lrzip lua5.4 luajit lz4 lzip lzop m4 mandoc mbuffer mg mksh moreutils mtools multitime nano nasm
  ncat ncdu ncftp ncompress ne netcat-openbsd netcat-traditional newlisp original-awk patch pax pexec pigz posh
  proot pv rc rcs redir regina-rexx rename rlwrap rsh-client rsync sash screen sharutils siege slsh s-nail
  socat sqlite3 squashfs-tools sshpass strace swaks tcc tcsh telnet tftp-hpa tidy time tini tmux tnftp tree
  ucspi-tcp units vim-tiny w3m wdiff wget whiptail whois wrk xxd yash zip zstd
`;

const longestDownloadMs = 120_000;

/** Never fails: without rights, a network or such packages the tests do with what is there. */
export function installEscapePrograms() {
  if (process.getuid?.() !== 0) return;
  const there = new Set(linesOf('dpkg-query', ['-W', '-f', `$\{Package}\n`]));
  const known = new Set(linesOf('apt-cache', ['pkgnames']));
  const wanted = packages.split(/\s+/).filter((name) => known.has(name) && !there.has(name));
  if (wanted.length === 0) return;
  console.log(`Installing ${wanted.length} small packages for the tests of the sandbox (apt-get)`);
  // The loss of a machine in the middle of it would not matter, and waiting for its disk takes longer than all else.
  const install = ['install', '-y', '-qq', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-unsafe-io'];
  const download = spawnSync('apt-get', [...install, '--download-only', ...wanted], { timeout: longestDownloadMs });
  if (download.status === 0) spawnSync('apt-get', [...install, ...wanted], { env: quiet });
}

const quiet = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

function linesOf(program, args) {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout.split('\n') : [];
}
