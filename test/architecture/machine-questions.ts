// Questions to the operating system that have one answer, in src/machine: a second one would differ from it one day.

export interface Source {
  /** Relative to src/. */
  readonly path: string;
  readonly text: string;
}

interface Question {
  readonly asks: RegExp;
  readonly instead: string;
  /** Files that may ask it themselves. */
  readonly except?: RegExp;
}

const questions: readonly Question[] = [
  {
    asks: /\/proc\/[^\s'"`]*\/stat\b|lastIndexOf\('\)'\) \+ 2/,
    instead: 'processes are read by machine/processes/process-stat.ts',
    // A program of its own that the built package starts as one file: it cannot import what belongs to the gate.
    except: /^execution\/process\/keeper\/program\/.*\.mjs$/,
  },
  {
    asks: /\.kill\([^()]*, 0\)/,
    instead: 'whether a process is there is said by machine/processes/process-identity.ts',
    // Its text runs inside of the sandbox, to see whether it can reach the gate.
    except: /^gateway\/doctor\/sandbox-probe\.ts$/,
  },
  {
    asks: /startsWith\((?:'\.\.\/?'|`\.\.\$\{sep\}`|`\$\{[\w.#]+\}(?:\/|\$\{sep\})`|[\w.#]+ \+ (?:sep|'\/'))\)/,
    instead: 'paths are compared by machine/paths/is-inside.ts',
    // Of JSON, not of files.
    except: /^sources\/parameters\/check-defaults\.ts$/,
  },
  {
    asks: /O_NONBLOCK/,
    instead: 'files that others may have replaced are opened by machine/files/open-file.ts',
    // A plan may come from a pipe; an artifact is opened as it was followed; of a program only the first bytes are read.
    except: /^(?:surfaces\/exec\/input\/file-source|sources\/shell\/artifacts|.*\/read-interpreter)\.ts$/,
  },
  {
    asks: /\.new[`']/,
    instead: 'files are replaced as a whole by machine/files/whole-file.ts',
    // The head of a chain stays open; handlers write without holding up the gate, and keep the mode of what was there.
    except: /^(?:ledger\/log\/head-file|execution\/handler\/tools\/write-whole-file)\.ts$/,
  },
];

/** One sentence for each file that asks the system itself. */
export function findOwnQuestions(sources: readonly Source[]): string[] {
  const others = sources.filter(({ path }) => !path.startsWith('machine/'));
  return others.flatMap(({ path, text }) =>
    questions
      .filter(({ asks, except }) => asks.test(text) && !except?.test(path))
      .map(({ asks, instead }) => `${path} says ${asks.exec(text)?.[0]}: ${instead}`),
  );
}
