// Scripts of sed that only edit text: `s` without the flags that run or write, `y`, text that is added, branches, and
// commands of one letter that know nothing but the lines. Whatever else stands there, or could be read in two ways, is not plain.

/** Commands that take nothing: they print, delete, and move lines between the two spaces of sed. */
const bare = /[=dDgGhHnNpPx]/y;

const label = /[A-Za-z0-9_]*/y;
const number = /\d+/y;
const blanks = /[ \t]*/y;
const separators = /[ \t\n;]*/y;

/** Characters that mean nothing in any regular expression. */
const delimiter = /[/|#,:@!%_]/y;

/** `i` and `m` are those of GNU. `e`, `w` and what nobody knows are missing. */
const flags = /[gpiImM\d]*/y;

const deepestBlock = 16;

export function isPlainSed(script: string): boolean {
  return new Script(script).isPlain();
}

class Script {
  readonly #text: string;
  #at = 0;
  #open = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isPlain(): boolean {
    // Beyond ASCII, versions differ in what is one character; a first line `#n` is an option.
    if (/[\0\r]/.test(this.#text)) return false;
    for (this.#take(separators); this.#at < this.#text.length; this.#take(separators)) {
      if (!this.#readCommand()) return false;
    }
    return this.#open === 0;
  }

  #readCommand(): boolean {
    if (this.#next('}')) return --this.#open >= 0 && this.#ends();
    if (!this.#readAddresses()) return false;
    if (this.#next('{')) return ++this.#open <= deepestBlock;
    if (this.#take(bare) !== '') return this.#ends();
    if (this.#next('q')) {
      this.#take(blanks);
      this.#take(number);
      return this.#ends();
    }
    if (this.#next(':')) return this.#take(label) !== '' && this.#ends();
    if (this.#take(/[btT]/y) !== '') {
      this.#take(blanks);
      this.#take(label);
      return this.#ends();
    }
    if (this.#take(/[aic]/y) !== '') return this.#readText();
    if (this.#next('s')) return this.#readParts(true) && this.#take(flags) !== undefined && this.#ends();
    return this.#next('y') && this.#readParts(false) && this.#ends();
  }

  /** `i\text`, `a text`: the rest of the line. What goes on behind it is not plain. */
  #readText(): boolean {
    this.#take(blanks);
    if (this.#next('\\')) this.#take(blanks);
    return this.#take(/[^\\\n]+/y) !== '' && (this.#at >= this.#text.length || this.#text.charAt(this.#at) === '\n');
  }

  #readAddresses(): boolean {
    const first = this.#readAddress();
    if (first === 'wrong') return false;
    this.#take(blanks);
    if (first === 'found' && this.#next(',')) {
      this.#take(blanks);
      if (/[+~]/.test(this.#text.charAt(this.#at))) {
        this.#at++;
        if (this.#take(number) === '') return false;
      } else if (this.#readAddress() !== 'found') return false;
      this.#take(blanks);
    }
    if (this.#next('!')) this.#take(blanks);
    return true;
  }

  #readAddress(): 'found' | 'none' | 'wrong' {
    if (this.#next('$')) return 'found';
    if (this.#take(number) !== '') {
      if (!this.#next('~')) return 'found';
      return this.#take(number) === '' ? 'wrong' : 'found';
    }
    if (!this.#next('/')) return 'none';
    if (!this.#readRegex('/')) return 'wrong';
    this.#take(/[IM]*/y);
    return 'found';
  }

  /** `/from/to/`, behind the letter. */
  #readParts(isRegex: boolean): boolean {
    const mark = this.#take(delimiter);
    if (mark === '') return false;
    return (isRegex ? this.#readRegex(mark) : this.#readUntil(mark)) && this.#readUntil(mark);
  }

  /** Whether a mark inside brackets ends it differs between versions: there it is not plain. */
  #readRegex(mark: string): boolean {
    const start = this.#at;
    if (!this.#readUntil(mark)) return false;
    const regex = this.#text.slice(start, this.#at - 1);
    return regex === withoutBrackets(regex) || closesBrackets(regex);
  }

  #readUntil(mark: string): boolean {
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === '\n') return false;
      if (character === mark) {
        this.#at++;
        return true;
      }
      if (character === '\\') {
        this.#at++;
        if (this.#text.charAt(this.#at) === '\n') return false;
      }
    }
    return false;
  }

  /** Behind a command comes a separator, the end of its block, or nothing. */
  #ends(): boolean {
    this.#take(blanks);
    return this.#at >= this.#text.length || /[;\n}]/.test(this.#text.charAt(this.#at));
  }

  #next(character: string): boolean {
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at++;
    return true;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }
}

function withoutBrackets(regex: string): string {
  return regex.replace(/\\.|\[/gs, (found) => (found === '[' ? '' : found));
}

/** Whether every bracket that is opened is closed before the mark that ended the expression. */
function closesBrackets(regex: string): boolean {
  for (let at = 0; at < regex.length; at++) {
    if (regex.charAt(at) === '\\') at++;
    else if (regex.charAt(at) === '[') {
      const [whole] = /^\[\^?\]?(?:\[:[a-z]+:\]|[^\][])*\]/.exec(regex.slice(at)) ?? [];
      if (whole === undefined || whole.includes('\\')) return false;
      at += whole.length - 1;
    }
  }
  return true;
}
