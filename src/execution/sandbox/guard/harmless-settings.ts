// Whether the settings of a repository that a program made say only what git itself writes into a new one, and where it
// comes from. Everything else may name a program.

const sections = /^\[(core|init|user|(remote|branch) "[^"\\\]]*")\]$/i;

const keys: readonly RegExp[] = [
  /^repositoryformatversion = \d+$/i,
  /^(filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks) = (true|false)$/i,
  /^(name|email|defaultbranch|remote) = [^"\\;#=]*$/i,
  /^url = (https:\/\/|ssh:\/\/|git@)[^\s"\\;#]+$/i,
  /^fetch = \+?refs\/[^\s"\\;#]+$/i,
  /^merge = refs\/[^\s"\\;#]+$/i,
];

export function isHarmless(text: string): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.every((line) => line === '' || sections.test(line) || keys.some((key) => key.test(line)));
}
