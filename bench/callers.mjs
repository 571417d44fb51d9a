// Callers of the library's `execute`: text in, ACLI response text out.

let codes = 0;

/** The text has to be there, not only a promise of it: the engine joins its parts when a character is asked for. */
function read({ content: [{ text }] }) {
  codes += text.charCodeAt(text.length - 1);
}

/** Throws unless every line is answered, or refused, as it should be: an error is not a fast answer. */
export async function checkAnswers(acli, lines, code) {
  for (const command of lines) {
    const { content } = await acli.execute({ command });
    const answer = JSON.parse(content[0].text);
    if (answer.error?.code !== code) throw new Error(`"${command}" was answered with ${content[0].text}`);
  }
}

/** One caller, one line after the other. */
export function oneCaller(acli, lines) {
  return async (operations) => {
    for (let at = 0; at < operations; at++) {
      read(await acli.execute({ command: lines[at % lines.length] }));
    }
  };
}

/** `count` callers at once, each waiting for its answer before it sends its next line. */
export function manyCallers(acli, lines, count) {
  return async (operations) => {
    let sent = 0;
    const caller = async () => {
      while (sent < operations) {
        read(await acli.execute({ command: lines[sent++ % lines.length] }));
      }
    };
    await Promise.all(Array.from({ length: count }, caller));
  };
}

/** Used by nobody; but the engine cannot know that, and so has to do the work. */
export function codesRead() {
  return codes;
}
