import type { AnswerMeta } from './dispatcher.js';

let lastCmd: string | null | undefined;
let lastJson = '';

/** As more fields of `meta`. A plan often names the same command thousands of times. */
export function metaJson({ _cmd, _line, _remaining }: AnswerMeta): string {
  if (_cmd !== lastCmd) {
    lastCmd = _cmd;
    lastJson = `,"_cmd":${JSON.stringify(_cmd)},"_line":`;
  }
  // A number that is put into a text by itself stays in a table of the engine for a while; of a plan that is every line.
  const line = JSON.stringify(_line);
  return _remaining === undefined ? `${lastJson}${line}` : `${lastJson}${line},"_remaining":${_remaining}`;
}
