import type { Candidates } from '../../../completion/candidate.js';
import type { Shell } from './completion-script.js';

/**
 * The first line says whether the shell adds the paths that it knows. Each line after it is a word and, behind a tab,
 * what the word is for. Nothing is quoted: each shell quotes for itself.
 */
export function writeCandidates(shell: Shell, { found, paths }: Candidates): string {
  const describes = shell !== 'bash';
  const lines = found.map(({ value, description }) =>
    describes && description ? `${value}\t${firstLine(description)}` : value,
  );
  return [paths ? 'files' : 'words', ...lines].map((line) => `${line}\n`).join('');
}

function firstLine(description: string): string {
  return description.replace(/\s+/g, ' ').trim();
}
