// Callers of the library's `execute`: text in, ACLI response text out.

let characters = 0;

/** One caller, one line after the other. */
export function oneCaller(acli, lines) {
  return async (operations) => {
    for (let at = 0; at < operations; at++) {
      const { content } = await acli.execute({ command: lines[at % lines.length] });
      characters += content[0].text.length;
    }
  };
}

/** `count` callers at once, each waiting for its answer before it sends its next line. */
export function manyCallers(acli, lines, count) {
  return async (operations) => {
    let sent = 0;
    const caller = async () => {
      while (sent < operations) {
        const { content } = await acli.execute({ command: lines[sent++ % lines.length] });
        characters += content[0].text.length;
      }
    };
    await Promise.all(Array.from({ length: count }, caller));
  };
}

/** Used by nobody; but the engine cannot know that, and so has to do the work. */
export function charactersAnswered() {
  return characters;
}
