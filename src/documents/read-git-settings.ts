// Reads a file of git's settings as git does: sections with subsections, quotes, escapes, lines that go on, comments.

export interface GitSetting {
  /** In small letters: `core`. */
  readonly section: string;
  /** As it is written: the `x` of `[filter "x"]`. */
  readonly subsection: string | undefined;
  readonly name: string;
  /** Nothing where a name stands alone, which means yes. */
  readonly value: string | undefined;
}

/** Nothing where git would not accept the file: versions of it differ in what they do then. */
export function readGitSettings(text: string): readonly GitSetting[] | undefined {
  if (text.includes('\0')) return undefined;
  return new SettingsReader(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')).read();
}

const between = /(?:\s+|[#;][^\n]*)*/y;
const sectionHead = /\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:\\[^\n]|[^"\\\n])*)")?\]/y;
const nameHead = /([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/y;
const lineEnd = /[ \t]*(?:\n|$)/y;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

class SettingsReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly GitSetting[] | undefined {
    const settings: GitSetting[] = [];
    let head: Pick<GitSetting, 'section' | 'subsection'> | undefined;
    for (;;) {
      this.#take(between);
      if (this.#at >= this.#text.length) return settings;
      const [, written, quoted] = this.#take(sectionHead) ?? [];
      if (written !== undefined) {
        head = sectionOf(written, quoted);
        continue;
      }
      const [, name, equals] = this.#take(nameHead) ?? [];
      if (name === undefined || !head) return undefined;
      const value = equals === '=' ? this.#value() : undefined;
      if (equals === '=' ? value === undefined : !this.#take(lineEnd)) return undefined;
      settings.push({ ...head, name: name.toLowerCase(), value });
    }
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found ?? undefined;
  }

  #value(): string | undefined {
    let value = '';
    // White space at the end does not count, unless it is quoted.
    let kept = 0;
    let quoted = false;
    this.#take(/[ \t]*/y);
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === '\n') break;
      if (!quoted && (character === '#' || character === ';')) {
        this.#take(/[^\n]*/y);
        break;
      }
      if (character === '"') quoted = !quoted;
      else if (character === '\\') {
        const next = this.#text.charAt(++this.#at);
        if (next === '\n') continue;
        const meant = escapes[next];
        if (meant === undefined) return undefined;
        value += meant;
      } else value += character;
      if (quoted || !/[ \t]/.test(character)) kept = value.length;
    }
    return quoted ? undefined : value.slice(0, kept);
  }
}

/** `[filter.x]` is an old way to write `[filter "x"]`. */
function sectionOf(written: string, quoted: string | undefined): Pick<GitSetting, 'section' | 'subsection'> {
  const dot = written.indexOf('.');
  if (quoted !== undefined) return { section: written.toLowerCase(), subsection: quoted.replaceAll(/\\(.)/g, '$1') };
  if (dot === -1) return { section: written.toLowerCase(), subsection: undefined };
  return { section: written.slice(0, dot).toLowerCase(), subsection: written.slice(dot + 1).toLowerCase() };
}
