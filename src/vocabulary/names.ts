// The names that the gate keeps for itself, in every door.

export const reservedWords: ReadonlySet<string> = new Set(
  (
    'help schema version manifest check-permissions exec runs shell approvals policy audit audit-log doctor ' +
    'conformance contract mcp-validate generate-skills handles utcp serve run repl worker console'
  ).split(' '),
);

/** What a command, a subcommand or an alias may be called. */
export const commandName = /^[A-Za-z][A-Za-z0-9_-]*$/;
