import type { Program, Programs } from '../program.js';

const shell: Program = {
  order: 'first',
  versioned: true,
  alone: 'runs-code',
  script: 'shell',
  options: `-abefhiklmnprtuvxBCDEHPTdgjoqwyzAFGIJKLMNOQRSUVWXYZ +abefhkmnptuvxBCEHPT -c~code -s~stdin -O,+O=text -o,+o=text --login --posix --norc --noprofile --restricted --verbose --debugger --noediting --dump-strings
    --rcfile=script --init-file=script --command=code -C,--init-command=code -N,--no-config --private --features=text`,
  operands: 'script anything*',
  modes: { stdin: { operands: 'anything*' }, code: { operands: 'shell-code anything*' } },
};

const javascript = `-p,--print=code -e,--eval=code -pe=code -r,--require=module --import=module --loader=module --experimental-loader=module --env-file=read!runs-code --env-file-if-exists=read!runs-code`;

/** Interpreters and compilers: what they run cannot be seen into. */
export const languages: Programs = {
  'bash|rbash|zsh|ksh|ksh93|yash': shell,
  // Not all of them have a version, and then they run what they read.
  'sh|dash|ash|mksh|posh': { ...shell, asks: '' },
  'fish|nu|elvish|xonsh|csh|tcsh|pwsh|powershell': {
    ...shell,
    options:
      '-fhilmnNqsvVxX -c,--command=code -C,--init-command=code -Command=code -EncodedCommand=code --commands=code --login --no-config --no-execute --interactive',
  },
  node: {
    order: 'first',
    versioned: true,
    alone: 'runs-code',
    asks: '-v -h --v8-options',
    options: `${javascript} -i,--interactive!runs-code -c,--check~check --test!runs-code --watch!runs-code --watch-path=read --run=text!runs-code --test-reporter=module --test-name-pattern=text --test-only --test-concurrency=text
      --test-reporter-destination=replace --experimental-default-type=text --input-type=text --inspect[=text]!network --inspect-brk[=text]!network --enable-source-maps --experimental-strip-types --experimental-transform-types
      --no-warnings --trace-warnings --trace-deprecation --no-deprecation --throw-deprecation --unhandled-rejections=text --max-old-space-size=text --stack-trace-limit=text --expose-gc --preserve-symlinks
      --conditions=text -C=text --experimental-vm-modules --no-experimental-strip-types --disable-warning=text --cpu-prof --heap-prof --prof --build-snapshot!runs-code --permission --icu-data-dir=read --openssl-config=program`,
    operands: 'script anything*',
    // Some versions look for options behind the file as well.
    modes: { check: { operands: 'whole-path' } },
  },
  'tsx|ts-node|swc-node|esno|jiti|babel-node': {
    order: 'first',
    alone: 'runs-code',
    // To some of them every first word is a file.
    asks: '',
    options: `${javascript} --watch --no-cache --tsconfig=read -P,--project=read -T,--transpile-only --esm`,
    operands: 'script anything*',
  },
  deno: {
    does: 'runs-code',
    asks: '-V',
    options: '-q,--quiet -A,--allow-all --unstable',
    commands: {
      eval: { does: 'inline-code', options: '-*=anything --*=anything', operands: 'text*' },
      'run|test|bench|task|serve|repl|compile|bundle|jupyter|install|add|cache|doc|check|publish|upgrade|x': {
        order: 'first',
        does: 'network',
        options: '-*=anything --*=anything',
        operands: 'script anything*',
      },
      'fmt|lint|info|types': { does: 'reads changes', options: '--check --json --quiet', operands: 'edit*' },
    },
  },
  'bun|bunx': {
    order: 'first',
    does: 'runs-code network',
    asks: '-v',
    options:
      '-p,--print=code -e,--eval=code -r,--preload=module --watch --hot --silent -b,--bun --cwd=directory -c,--config=read',
    operands: 'anything*',
  },
  'python|pypy|ipython|pypy3': {
    order: 'first',
    versioned: true,
    alone: 'runs-code',
    asks: '-V -VV -h',
    options:
      '-bBdEiIOPqsSuvVx -c=code -m=python-module^ -W=text -X=text --check-hash-based-pycs=text --help-all --help-env',
    operands: 'script anything*',
  },
  perl: {
    order: 'first',
    versioned: true,
    alone: 'runs-code',
    asks: '-v -V',
    options:
      '-acfnpsStTuUvwWX -e=code -E=code -M=module -m=module -I=read -i[=text]!changes -0[=digits] -l[=digits] -F=text -C[=digits] -x[=text] -D=text -d[=text]!inline-code -h',
    operands: 'script anything*',
  },
  ruby: {
    order: 'first',
    versioned: true,
    alone: 'runs-code',
    asks: '-v',
    options:
      '-acdlnpsSvwUhy -e=code -r=module -I=read -C=directory -i[=text]!changes -E=text -F=text -K -0[=digits] -T[=digits] -W[=digits] -x[=text] --disable=text --enable=text --yjit --jit',
    operands: 'script anything*',
  },
  'irb|erb|rake|rails|bundle|rspec|gem': {
    does: 'runs-code network',
    obeys: 'Gemfile Gemfile.lock .bundle .rspec Rakefile bin/rails script/rails',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  php: {
    order: 'first',
    versioned: true,
    alone: 'runs-code',
    asks: '-v -m -i',
    options:
      '-aCeHinqsw -r=code -B=code -R=code -E=code -F=script -f=script^ -c=program -d=code -l~check -S=text!network!runs-code -t=read -z=module --run=code --ini --no-php-ini --syntax-check~check',
    operands: 'script anything*',
    modes: { check: { operands: 'read*' } },
  },
  'composer|artisan|phpunit': {
    does: 'runs-code network',
    obeys: 'composer.json vendor',
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  'lua|luajit|luau|texlua': {
    order: 'first',
    versioned: true,
    alone: 'runs-code',
    asks: '-v',
    options: '-iEWv -e=code -l=module',
    operands: 'script anything*',
  },
  // They take what they do not know for nothing, and run what they read.
  'tclsh|wish|erl': {
    order: 'first',
    versioned: true,
    dashes: 'single',
    does: 'runs-code',
    asks: '',
    options: '-eval=code -s=code -run=code',
    operands: 'script anything*',
  },
  'Rscript|R|julia|octave|ghc|runghc|ghci|guile|racket|scheme|sbcl|clisp|elixir|iex|swift|scala|kotlin|groovy|raku|ocaml|nim|crystal|dart|zig':
    {
      order: 'first',
      versioned: true,
      does: 'runs-code',
      options:
        '-e,--eval,--expr=code -E=code -c=code --execute=code -r=code -x=code -q -f=script --vanilla --slave --no-save',
      operands: 'script anything*',
    },
  'java|jshell': {
    order: 'first',
    versioned: true,
    dashes: 'single',
    does: 'runs-code',
    asks: '-version --version -showversion',
    options:
      '-jar=script^ -cp=path -classpath=path --class-path=path -p=path --module-path=path -m=text^ -D* -X* -agentlib* -agentpath* -javaagent* -ea -esa -server -version --enable-preview --add-opens=text --add-modules=text -@*',
    operands: 'text anything*',
  },
  'javac|javadoc|jar|kotlinc|scalac': {
    does: 'reads changes runs-code',
    versioned: true,
    dashes: 'single',
    asks: '-version',
    options:
      '-d=write -cp=path -classpath=path -sourcepath=path -source=text -target=text -g -Xlint* -J* -processor=text -processorpath=path -proc* -nowarn -verbose -encoding=text --release=text',
    operands: 'anything*',
  },
  'gcc|g++|cc|c++|clang|clang++|cpp|gfortran|tcc': {
    // Sources name files to include, wherever they are.
    does: 'reads changes runs-code',
    versioned: true,
    dashes: 'single',
    asks: '-v -dumpversion -dumpmachine --print-search-dirs',
    options: `-o=replace -c -S -E -g -g* -O -O* -W* -w -pedantic* -ansi -std=text -x=text -I=read -L=read -l=text -D=text -U=text -include=read -imacros=read -isystem=read -iquote=read -idirafter=read
      -MD -MMD -MP -M -MM -MG -MF=replace -MT=text -MQ=text -pipe -pthread -shared -static -static* -s -v -m* -fplugin=program -B=program -wrapper=program -specs=program -Xlinker=passed-on -Xpreprocessor=passed-on -Xassembler=passed-on -Wl,*=passed-on -Wa,*=passed-on -Wp,*=passed-on
      -T=read -fuse-ld=text -save-temps* -fPIC -fpic -fno-* -fsanitize=text -fdiagnostics-color* -fsyntax-only -ffast-math -fstack-protector* -fopenmp -flto* -fvisibility=text -fwrapv -fstrict-aliasing -funroll-loops -fcommon -fomit-frame-pointer -nostdlib -nostdinc -nodefaultlibs -rdynamic -no-pie -pie -isysroot=read --sysroot=read -target=text`,
    operands: 'compiled*',
  },
  'ld|as|ar|nm|objdump|readelf|objcopy|strip|ranlib|size|addr2line|ldd': {
    does: 'reads changes runs-code',
    versioned: true,
    options: '-*=anything --*=anything',
    operands: 'anything*',
  },
  rustc: {
    obeys: 'rust-toolchain rust-toolchain.toml',
    does: 'reads changes runs-code',
    asks: '-V -vV',
    options:
      '-gO -o=replace -C=program -L=read -l=text -A=text -W=text -D=text -F=text --edition=text --crate-type=text --crate-name=text --emit=text --out-dir=write --target=text --test --cfg=text --extern=text',
    operands: 'compiled*',
  },
  tsc: {
    // Its configuration says what it reads and where it writes, also when it writes no code.
    does: 'reads changes runs-code',
    dashes: 'single',
    asks: '-v',
    options: `-noEmit -p=read -project=read -b!changes -build!changes -w -watch -outDir=write!changes -outFile=replace -declarationDir=write -rootDir=read -baseUrl=read -listFiles -listFilesOnly -showConfig -pretty -strict -skipLibCheck
      -target=text -t=text -module=text -m=text -moduleResolution=text -jsx=text -lib=text -types=text -incremental -tsBuildInfoFile=write -declaration -d -emitDeclarationOnly -sourceMap -esModuleInterop -allowJs -checkJs -resolveJsonModule -noUnusedLocals -noUnusedParameters
      -isolatedModules -diagnostics -extendedDiagnostics -traceResolution -explainFiles -init!changes -generateTrace=write -noErrorTruncation`,
    operands: 'compiled*',
  },
};
