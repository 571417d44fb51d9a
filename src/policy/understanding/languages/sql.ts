// Statements for databases, read as far as is needed to know what they can do besides asking.

import type { Effect } from '../program.js';

const escapes =
  /(?:^|[\n;])[^\S\n]*\\|\\(?:!|copy|o|w|i|g|s|e|cd)|(?:^|\n)[^\S\n]*(?:system|source|tee|pager|edit|delimiter)\b|\bprogram\s+['"]/i;
const functions =
  /\b(?:load_extension|writefile|readfile|fsdir|lsdir|zipfile|sqlite_dbpage|\w+_query|virtual\s+table|\w+_store_directory|edit|fts3_tokenizer|lo_import|lo_export|pg_read_file|pg_ls_dir|dblink|load_file|outfile|dumpfile|infile|attach|copy|vacuum\b[\s\S]*\binto|create\s+extension|language)\b/i;
const quietDots =
  /^\.(?:tables|schema|mode|headers?|databases|indexes|indices|width|nullvalue|separator|timer|show|help|version|fullschema)\b(?!.*[|>])/;

/** What the text does, and whether more is in it than statements. */
export function readSql(text: string): {
  readonly effects: readonly Effect[];
  readonly escapes: boolean;
  readonly hidden: boolean;
} {
  const dots = text.split('\n').filter((line) => line.trim().startsWith('.'));
  const effects: Effect[] = ['reads'];
  if (/\b(?:drop|delete|update|truncate|replace|alter|merge)\b/i.test(text)) effects.push('destroys');
  if (/\b(?:insert|create|reindex|vacuum|pragma|grant|revoke|call|do|execute)\b/i.test(text)) effects.push('changes');
  return {
    effects,
    escapes: escapes.test(text) || dots.some((line) => !quietDots.test(line.trim())),
    hidden: functions.test(text),
  };
}
