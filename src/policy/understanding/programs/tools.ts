import type { Program, Programs } from '../program.js';

const anything: Program = { options: '-*=anything --*=anything', operands: 'anything*' };

const keys =
  '-in=location -out=replace -keyout=replace -key=location -CA=location!changes -CAkey=location -CAfile=location -CApath=read -CAserial=replace -inkey=location -certfile=location -extfile=options-file -config=options-file -pass=maybe -passin=maybe -passout=maybe -kfile=read -rand=read -writerand=replace -engine=program -provider=program -provider-path=program -signer=location -content=read -e -d -a -A -base64 -salt -pbkdf2 -iter=text -k=text -K=text -iv=text -md=text -aes-256-cbc -aes-128-cbc -nosalt -p -P -noout -text -subject -issuer -dates -serial -fingerprint -enddate -startdate -modulus -pubkey -pubout -pubin -inform=text -outform=text -new -x509 -nodes -noenc -days=text -subj=text -newkey=key-kind -sha256 -sha1 -addext=unseen -algorithm=text -pkeyopt=text -name=text -genkey -export -nokeys -nocerts -clcerts -set_serial=text -req -batch -verify';

/** Editors, pagers, debuggers, databases, keys and media. */
export const tools: Programs = {
  'vim|vi|nvim|view|ex|vimdiff|rvim|rview|gvim': {
    does: 'runs-code',
    versioned: true,
    asCalled: true,
    options:
      '-# -abAdDEeFfgHhlLMmNnoOpRrvVxXyZ -c=code --cmd=code -S=script -s!inline-code -u=script -U=script -i=write -w=write -W=write -t=text -T=text -q[=read] -P=text -# +*!inline-code --clean --noplugin --headless --startuptime=replace --listen=text --remote=text --remote-expr=code --remote-send=code --server=text --embed --literal --not-a-term --ttyfail --servername=text',
    operands: 'edit*',
  },
  'emacs|emacsclient': {
    does: 'runs-code',
    versioned: true,
    dashes: 'single',
    options:
      '-eval=code -e=code -execute=code -l=script -load=script -f=code -funcall=code -batch -nw -q -Q -script=script -x=script --*=anything -*=anything',
    operands: 'edit*',
  },
  'nano|pico|micro|joe|ne|kak|hx|helix|code|subl|gedit|kate|ed|red|mcedit': { ...anything, does: 'runs-code changes' },
  lesspipe: { ...anything, does: 'reads runs-code', asks: '' },
  'less|more|most|pg|pager': {
    does: 'reads runs-code',
    versioned: true,
    options: '-# -*=anything --*=anything +*!inline-code',
    operands: 'read*',
  },
  man: {
    does: 'reads runs-code',
    options:
      '-acdfhikKltuVwW7 -P,--pager=program -H,--html[=program] -p,--preprocessor=program -C,--config-file=options-file -M,--manpath=path -L=text -m=text -s,-S,--sections=text -e=text -r,--prompt=text -T[=text] -X[=text] -E=text -l,--local-file~local --no-hyphenation',
    operands: 'page*',
    modes: { local: {} },
  },
  'info|pinfo|tldr|cheat': { ...anything, does: 'reads runs-code' },
  'gdb|lldb|cgdb|rr|valgrind|kgdb|radare2|r2|dlv|pdb': {
    order: 'first',
    does: 'runs-code system',
    options:
      '-ex=code -eval-command,--eval-command=code -x,--command=script -ix=script -iex=code -o=code -O=code -s=script --args -q -batch --batch -nx -n -p,--pid=text -*=anything --*=anything',
    operands: 'anything*',
    dashes: 'single',
  },
  sqlite3: {
    alone: 'runs-code',
    dashes: 'single',
    asks: '-version',
    options:
      '-cmd=code -init=script -readonly -safe~safe -batch -bail -csv -json -line -list -column -html -markdown -table -box -header -noheader -separator=text -nullvalue=text -newline=text -echo -interactive -ascii -tabs -quote',
    operands: 'database sql*',
    modes: { safe: {} },
  },
  'psql|pg_dump|pg_restore|createdb|dropdb|pg_dumpall': {
    does: 'network',
    versioned: true,
    options:
      '-aAbEeHlLnqsStwWxXz01 -c,--command=sql -f,--file=script -d,--dbname=text -h,--host=text -p,--port=text -U,--username=text -o,--output=program -v,--set,--variable=code -L,--log-file=replace -P,--pset=code -F=text -R=text -T=text --csv --no-psqlrc --tuples-only --quiet --single-transaction',
    operands: 'text*',
  },
  'mysql|mariadb|mysqldump|mysqladmin': {
    does: 'network',
    dashes: 'single',
    options:
      '-e=sql --execute=sql -h=text --host=text -u=text --user=text -p* --password* -P=text --port=text -D=text --database=text -S=path --socket=path -B -N -s -t -v -E -H -X --batch --silent --table --skip-column-names --defaults-file=options-file --defaults-extra-file=options-file --init-command=sql --tee=replace --pager=program --plugin-dir=program --ssl* --protocol=text',
    operands: 'text*',
  },
  'redis-cli|mongosh|mongo|mongodump|duckdb|clickhouse-client|clickhouse|sqlcmd|influx|cqlsh|etcdctl|valkey-cli': {
    ...anything,
    does: 'network destroys inline-code',
  },
  openssl: {
    does: 'reads',
    alone: 'runs-code',
    dashes: 'single',
    commands: {
      // Without -out: as much as is asked for would fill the disk.
      rand: {
        order: 'first',
        dashes: 'single',
        options: '-hex -base64 -engine=program -provider=program',
        operands: 'text',
      },
      'version|list|ciphers|help|errstr|speed|prime': {
        order: 'first',
        dashes: 'single',
        options:
          '-a -v -V -b -d -o -hex -base64 -out=replace -engine=program -provider=program -provider-path=program -config=options-file -rand=read -writerand=replace',
        operands: 'text*',
      },
      'dgst|sha256|md5|sha1|sha512|sha3-256': {
        order: 'first',
        dashes: 'single',
        options:
          '-sha256 -sha1 -md5 -sha512 -sha384 -hex -binary -r -c -d -hmac=text -mac=text -macopt=text -sign=location -verify=location -signature=read -out=replace -engine=program -engine_impl -provider=program -provider-path=program -passin=read',
        operands: 'read*',
      },
      req: {
        order: 'first',
        dashes: 'single',
        options: `${keys} -keyout=replace~named`,
        operands: 'maybe*',
        makes: 'privkey.pem',
        modes: { named: {} },
      },
      'enc|base64|x509|genrsa|genpkey|rsa|pkey|pkeyutl|pkcs12|pkcs8|verify|crl|ec|ecparam|dsa|dhparam|asn1parse|cms|smime|passwd|rsautl':
        { order: 'first', dashes: 'single', options: keys, operands: 'maybe*' },
      // Their settings name files that they write.
      'ca|ts': {
        order: 'first',
        dashes: 'single',
        does: 'changes',
        doubt: 'writes files that its settings name',
        options: keys,
        operands: 'maybe*',
      },
      's_client|s_server|s_time|ocsp': {
        order: 'first',
        dashes: 'single',
        does: 'network',
        options: '-*=anything',
        operands: 'anything*',
      },
    },
  },
  'gpg|gpg2|gpgv|gpgsm|age|pass|gpgconf|gpg-agent': {
    does: 'reads changes runs-code',
    options:
      '-o,--output=replace --options=options-file --photo-viewer=program --agent-program=program --dirmngr-program=program --exec-path=program --keyserver=host --recv-keys!network --send-keys!network --search-keys!network --homedir=path -*=anything --*=anything',
    operands: 'anything*',
  },
  'ffmpeg|ffprobe|ffplay|sox|avconv|mplayer|mpv|vlc|yt-dlp|youtube-dl|gst-launch-1.0|HandBrakeCLI': {
    does: 'reads changes destroys network',
    dashes: 'single',
    asks: '-version',
    options: '-i=maybe -*=anything --*=anything',
    operands: 'anything*',
  },
  'convert|mogrify|identify|composite|montage|compare|magick|gm|animate|display|import|stream|conjure': {
    // What an image is shows in its content: some kinds are code that names files and runs programs.
    does: 'reads runs-code',
    versioned: true,
    dashes: 'single',
    asks: '-version',
    options: `-resize=text -scale=text -thumbnail=text -geometry=text -quality=text -crop=text -rotate=text -background=text -fill=text -gravity=text -extent=text -density=text -depth=text -colorspace=text -type=text -font=text -pointsize=text -strip -flip -flop -trim +repage -repage=text -alpha=text -flatten -append +append
      -negate -normalize -monochrome -blur=text -sharpen=text -border=text -bordercolor=text -colors=text -compress=text -format=at-file -verbose -quiet -ping -size=text -interlace=text -auto-orient -fuzz=text -transparent=text -level=text -gamma=text -modulate=text -delay=text -loop=text -coalesce -layers=text -define=text -limit=text+text -metric=text -compose=text -composite`,
    operands: 'image-in* image-out',
  },
  // They run code of the workspace before they look at their options.
  'latexmk|jekyll': {
    ...anything,
    does: 'runs-code changes',
    obeys: 'latexmkrc .latexmkrc LatexMk Gemfile Gemfile.lock .bundle',
  },
  'dot|neato|plantuml|mmdc|pandoc|pdflatex|latex|xelatex|lualatex|tex|gs|ghostscript|wkhtmltopdf|chromium|google-chrome|chrome|firefox|inkscape|libreoffice|soffice|gnuplot|pdftk|qpdf|pdftotext|asciidoctor|sphinx-build|mkdocs|hugo|groff|troff|m4|envsubst|xsltproc|xmllint|protoc|antlr4|bison|yacc|flex|lex|swig|xpath|csvkit|mlr|miller|dasel|gron|fx|vd|dialog|whiptail|fzf|sk|column-tools|logrotate|ctags|cscope|rename|prename|mmv|vidir|moreutils|ts|pv|logsave|scriptreplay|ttyrec|asciinema|hyperfine|pre-commit|direnv|dotenv|foreman|supervisord|pm2|nginx|apache2|httpd|caddy|http-server|serve|mysqld|postgres|redis-server|mongod|sshd|cron|crond':
    { ...anything, does: 'runs-code changes' },
};
