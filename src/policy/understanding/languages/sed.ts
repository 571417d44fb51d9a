// Scripts of sed, read as far as is needed to know whether one runs a program or touches a file.

export interface SedScript {
  readonly runs: boolean;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/**
 * Nothing where the script cannot be read. Whether a delimiter inside brackets ends a pattern differs between versions:
 * what either of them would do is taken together.
 */
export function readSed(script: string): SedScript | undefined {
  // A bracket that closes right behind the one that opens is a character for some and the end for others.
  if (/\[\^?\]/.test(script)) return undefined;
  const readings = [true, false]
    .map((brackets) => new SedReader(script, brackets).read())
    .filter((reading) => reading !== undefined);
  if (readings.length === 0) return undefined;
  return {
    runs: readings.some(({ runs }) => runs),
    reads: [...new Set(readings.flatMap(({ reads }) => reads))],
    writes: [...new Set(readings.flatMap(({ writes }) => writes))],
  };
}

class SedReader {
  readonly #text: string;
  readonly #brackets: boolean;
  #at = 0;
  #runs = false;
  readonly #reads: string[] = [];
  readonly #writes: string[] = [];

  constructor(text: string, brackets: boolean) {
    this.#text = text;
    this.#brackets = brackets;
  }

  read(): SedScript | undefined {
    while (this.#at < this.#text.length) {
      this.#skip(/[\s;{}]*/y);
      if (this.#at >= this.#text.length) break;
      if (this.#skip(/#[^\n]*/y)) continue;
      if (!this.#address() || !this.#command()) return undefined;
    }
    return { runs: this.#runs, reads: this.#reads, writes: this.#writes };
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return false;
    this.#at += found[0].length;
    return found[0].length > 0;
  }

  #address(): boolean {
    if (!this.#oneAddress()) return false;
    this.#skip(/\s*/y);
    if (this.#text[this.#at] === ',') {
      this.#at++;
      this.#skip(/\s*/y);
      if (!this.#skip(/[+~]\d+/y) && !this.#oneAddress()) return false;
    }
    this.#skip(/[\s!]*/y);
    return true;
  }

  /** Also succeeds where there is none. */
  #oneAddress(): boolean {
    if (this.#skip(/\d+(?:~\d+)?|\$/y)) return true;
    const first = this.#text[this.#at];
    if (first !== '/' && first !== '\\') return true;
    if (first === '\\') this.#at++;
    const delimiter = this.#text[this.#at++];
    if (delimiter === undefined || !this.#until(delimiter)) return false;
    this.#skip(/[IM]*/y);
    return true;
  }

  #until(delimiter: string): boolean {
    let bracket = false;
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at];
      if (character === '\\') this.#at++;
      else if (character === delimiter && !bracket) {
        this.#at++;
        return true;
      } else if (character === '[' && this.#brackets) bracket = true;
      else if (character === ']') bracket = false;
    }
    return false;
  }

  #command(): boolean {
    const command = this.#text[this.#at++];
    if (command === undefined) return false;
    if ('{}=dDgGhHnNpPxzFl'.includes(command)) return command === 'l' ? this.#number() : true;
    if ('qQL'.includes(command)) return this.#number();
    if ('btT:'.includes(command)) {
      // A label ends at white space for some, and what follows is a command then.
      this.#skip(/[ \t]*[^\s;}]*/y);
      return true;
    }
    if ('aic'.includes(command)) {
      this.#skip(/(?:\\[\s\S]|[^\n\\])*/y);
      return true;
    }
    if ('rR'.includes(command)) return this.#file(this.#reads);
    if ('wW'.includes(command)) return this.#file(this.#writes);
    if (command === 'e') {
      this.#runs = true;
      this.#skip(/[^\n]*/y);
      return true;
    }
    if (command === 'y') return this.#pair();
    return command === 's' && this.#pair() && this.#flags();
  }

  #number(): boolean {
    this.#skip(/[ \t]*\d*/y);
    return true;
  }

  #file(list: string[]): boolean {
    const end = this.#text.indexOf('\n', this.#at);
    const name = this.#text.slice(this.#at, end === -1 ? undefined : end).trim();
    this.#at = end === -1 ? this.#text.length : end;
    list.push(name);
    return name !== '';
  }

  #pair(): boolean {
    const delimiter = this.#text[this.#at++];
    if (delimiter === undefined || delimiter === '\n' || delimiter === '\\') return false;
    return this.#until(delimiter) && this.#replacement(delimiter);
  }

  #replacement(delimiter: string): boolean {
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at];
      if (character === '\\') this.#at++;
      else if (character === delimiter) {
        this.#at++;
        return true;
      }
    }
    return false;
  }

  #flags(): boolean {
    for (;;) {
      const flag = this.#text[this.#at];
      if (flag === undefined || !/[gpiImM0-9ew]/.test(flag)) return flag === undefined || /[\s;}#]/.test(flag);
      this.#at++;
      if (flag === 'e') this.#runs = true;
      if (flag === 'w') return this.#file(this.#writes);
    }
  }
}
