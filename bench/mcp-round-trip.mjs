// A call through a real MCP client and a real server process on stdio, beside a ping on the same connection.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { compare } from './compare.mjs';
import { inOffice } from './office.mjs';
import { executable } from './package-root.mjs';
import { perSecond } from './units.mjs';

export default [roundTrip('MCP stdio calls, one at a time', 1), roundTrip('MCP stdio calls, 64 at a time', 64)];

const call = { name: 'cli', arguments: { command: 'calendar events --from 2026-02-02 --max 10' } };

function roundTrip(name, atOnce) {
  const measure = () =>
    inOffice(async (directory) => {
      const client = new Client({ name: 'cmdgate-bench', version: '1' });
      const args = [executable, 'serve'];
      await client.connect(
        new StdioClientTransport({ command: process.execPath, args, cwd: directory, stderr: 'ignore' }),
      );
      try {
        const baseline = repeat(atOnce, () => client.ping());
        const subject = repeat(atOnce, async () => {
          const { isError } = await client.callTool(call);
          if (isError) throw new Error('The call was answered with an error.');
        });
        const result = await compare({ baseline, subject, rounds: 30, roundMs: 50 });
        return {
          baseline: { name: 'ping on the same connection', ...perSecond(result.baselineMs) },
          measured: perSecond(result.subjectMs),
          ratio: result.ratio,
        };
      } finally {
        await client.close();
      }
    });
  return { name, configuration: 'as shipped (office)', measure };
}

function repeat(atOnce, send) {
  return async (operations) => {
    let sent = 0;
    const caller = async () => {
      while (sent++ < operations) await send();
    };
    await Promise.all(Array.from({ length: atOnce }, caller));
  };
}
