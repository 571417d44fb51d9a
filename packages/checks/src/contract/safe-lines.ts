import type { CheckContext } from './check.js';
import type { DeclaredCommand } from './declared.js';

/** Names of safe commands that need no arguments and succeed, the quickest first: the lines of plans. */
export async function safeNames({ declared, survey }: CheckContext): Promise<readonly string[]> {
  const good = new Map(
    (await survey()).filter(({ ok }) => ok).map(({ words, meta }) => [words.join(' '), Number(meta.duration_ms)]),
  );
  const { safe, commands } = await declared();
  const own = safe.filter(({ call, path }) => call && good.has(call.join(' ')) && call.at(-1) === path.at(-1));
  const durationOf = ({ call = [] }: DeclaredCommand) => good.get(call.join(' ')) ?? 0;
  own.sort((left, right) => durationOf(left) - durationOf(right));
  const builtIn = commands.filter(({ name, builtIn: isBuiltIn }) => isBuiltIn && name === 'version');
  return [...own, ...builtIn].map(({ name }) => name);
}
