export const modifierNames: ReadonlySet<string> = new Set(['$meta', '$comment']);

/** Every name that means something to the language itself. */
export const directiveNames: ReadonlySet<string> = new Set([
  ...modifierNames,
  ...['$', '$use', '$uri', '$include', '$spread', '$if', '$when', '$each'],
  ...['$join', '$match', '$matches', '$transform', '$encode'],
]);
