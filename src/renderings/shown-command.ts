/** An answer must not cost more than it says: of a long line its beginning is enough to know it again. */
const longest = 2_000;

export function shownCommand(command: string): string {
  if (command.length <= longest) return command;
  return `${command.slice(0, longest).toWellFormed()}… (${command.length - longest} more characters)`;
}
