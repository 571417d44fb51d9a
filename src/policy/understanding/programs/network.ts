import type { Programs } from '../program.js';

const ssh =
  '-46AaCfGgKkMNnqsTtVvXxYy -B=text -b=text -c=text -D=text -E=replace -e=text -F=options-file -I=program -i=read -J=host -L=text -l=text -m=text -O=text -o=ssh-option -p=text -Q=text -R=text -S=write -W=text -w=text';

/** Programs that talk to other machines. */
export const network: Programs = {
  curl: {
    options: `-#afgGiIjklLnNpRsSvZ0123467 -o,--output=curl-output -O,--remote-name!changes!destroys -J,--remote-header-name --remote-name-all!changes!destroys --output-dir=write -K,--config=options-file -d,--data=at-file --data-ascii=at-file --data-binary=at-file --data-urlencode=keyed-file --data-raw=text --json=at-file
      -F,--form=keyed-file --form-string=text -T,--upload-file=read!network -b,--cookie=anything -c,--cookie-jar=replace -D,--dump-header=replace -E,--cert=anything --key=read --cacert=read --capath=read -H,--header=at-file -X,--request=text -u,--user=text -U,--proxy-user=text -A,--user-agent=text -e,--referer=text
      -m,--max-time=text --connect-timeout=text --retry=text --retry-delay=text --retry-max-time=text --retry-connrefused --retry-all-errors -w,--write-out=write-out -x,--proxy=host --url=url --url-query=keyed-file -r,--range=text -C,--continue-at=text -z,--time-cond=anything --limit-rate=text -Y=text -y=text -t=text -Q,--quote=text -P=text
      --resolve=text --connect-to=text --interface=text --unix-socket=path --abstract-unix-socket=text --netrc-file=read --trace=replace --trace-ascii=replace --stderr=replace --engine=program --libcurl=replace --hsts=replace --alt-svc=replace --etag-save=replace --etag-compare=read --proto=text --proto-redir=text --max-redirs=text --max-filesize=text
      --compressed --create-dirs --fail --fail-with-body --get --globoff --head --http1.0 --http1.1 --http2 --http3 --include --insecure --ipv4 --ipv6 --location --location-trusted --no-buffer --no-progress-meter --parallel --parallel-max=text --path-as-is --post301 --progress-bar --remote-time --show-error --silent --tcp-nodelay
      --tlsv1 --tlsv1.2 --tlsv1.3 --verbose --anyauth --basic --digest --ntlm --negotiate --oauth2-bearer=text --aws-sigv4=text --next -: --no-keepalive --keepalive-time=text --raw --remove-on-error --disable -q --doh-url=host --ciphers=text --noproxy=text --variable=keyed-file --list-only --append --crlf --delegation=text --ssl --ssl-reqd --tr-encoding --xattr`,
    operands: 'url*',
  },
  wget: {
    does: 'network changes',
    options: `-bcdFhHkKlLmNpqrSvVxE46 -o,--output-file=replace -a,--append-output=write -O,--output-document=replace -P,--directory-prefix=write -i,--input-file=read -e,--execute=code --config=options-file --use-askpass=program --post-file=read --body-file=read --post-data=text --body-data=text --method=text --header=text -U,--user-agent=text
      -t,--tries=text -T,--timeout=text -w,--wait=text -Q,--quota=text -l,--level=text -A,--accept=text -R,--reject=text -D,--domains=text -I=text -X=text -B,--base=text --load-cookies=read --save-cookies=replace --ca-certificate=read --certificate=read --private-key=read --user=text --password=text --limit-rate=text --max-redirect=text --warc-file=replace --rejected-log=replace --hsts-file=replace
      --quiet --no-verbose --continue --timestamping --no-clobber --recursive --mirror --no-parent --no-check-certificate --show-progress --spider --content-disposition --adjust-extension --page-requisites --convert-links --no-directories --force-directories --cut-dirs=text --no-cache --server-response --progress=text --retry-connrefused --compression=text -n*`,
    operands: 'url*',
  },
  'ssh|slogin|autossh|mosh': { does: 'network', order: 'first', options: ssh, operands: 'host shell*' },
  scp: {
    options:
      '-346ABCOpqRrsTv -c=text -D=program -F=options-file -i=read -J=host -l=text -o=ssh-option -P=text -S=program -X=text',
    operands: 'remote-source* remote-target',
  },
  sftp: {
    does: 'network',
    options:
      '-46AaCfNpqrv -B=text -b=script -c=text -D=program -F=options-file -i=read -J=host -l=text -o=ssh-option -P=text -R=text -S=program -s=text',
    operands: 'host anything*',
  },
  'ssh-keygen|ssh-add|ssh-agent|ssh-copy-id|ssh-keyscan': {
    does: 'system runs-code',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  // Left out: directories that are looked for from where the copy goes, and batches.
  rsync: {
    options: `-# -aAbcCdEghHiIlmnNoOpPqrRsStuUvWxXyz0468J -L,--copy-links~follow --copy-unsafe-links~follow -k,--copy-dirlinks~follow -K,--keep-dirlinks!destroys -e,--rsh=program -f,--filter=options-file -B=text -M,--remote-option=program --rsync-path=program --password-file=read --exclude=text --exclude-from=read --include=text --include-from=read --files-from=options-file --log-file=write --out-format=text
      --chmod=text --chown=text --bwlimit=text --max-size=text --min-size=text --timeout=text --port=text --suffix=text --info=text --debug=text --compress-level=text
      --delete!destroys --delete-after!destroys --delete-before!destroys --delete-during!destroys --delete-delay!destroys --delete-excluded!destroys --remove-source-files!destroys --force!destroys --archive --verbose --recursive --links --safe-links --perms --times --group --owner --dry-run --progress --partial --stats --human-readable
      --compress --update --inplace!destroys --append --existing --ignore-existing --checksum --itemize-changes --quiet --whole-file --one-file-system --relative --numeric-ids --sparse --hard-links --no-* --daemon!network --prune-empty-dirs --size-only --mkpath --early-input=read --address=text --sockopts=text --outbuf=text --stop-after=text`,
    operands: 'remote-source* remote-target',
    modes: { follow: { kinds: { 'remote-source': 'remote-below' } } },
  },
  rclone: { does: 'network destroys', options: '-*=anything --*=anything', operands: 'anything*' },
  'nc|ncat|netcat': {
    does: 'network',
    versioned: true,
    options:
      '-46bCDdFhklNnrStUuvz -e,--exec=code -c,--sh-exec=code --lua-exec=code -I=text -i=text -M=text -m=text -O=text -P=text -p=text -q=text -s=text -T=text -V=text -W=text -w=text -X=text -x=text -o,--output=replace -x,--hex-dump=replace --ssl --listen --keep-open --udp --proxy=text --ssl-cert=read --ssl-key=read',
    operands: 'text*',
  },
  socat: {
    does: 'network',
    dashes: 'single',
    options:
      '-d -dd -ddd -D -v -x -u -U -s -ls -lf=replace -t=text -T=text -b=text -4 -6 -L=write -W=write -r=replace -R=replace',
    operands: 'socket-address*',
  },
  'telnet|ftp|tftp|lftp|rsh|rlogin|rcp|nslookup|dig|host|ping|ping6|traceroute|tracepath|mtr|whois|nmap|masscan|tcpdump|tshark|ip|ifconfig|route|arp|ss|netstat|iptables|nft|http|https|xh|aria2c|axel|lynx|links|w3m|elinks|mail|sendmail|mutt|mosquitto_pub|ngrok|cloudflared|tailscale|wg|openvpn|iperf3|smbclient|ldapsearch|websocat|grpcurl|hey|ab|wrk':
    {
      does: 'network',
      versioned: true,
      options: '-*=anything --*=anything',
      operands: 'anything*',
    },
};
