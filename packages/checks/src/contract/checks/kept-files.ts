// Files and settings that stay after a command.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Check, type CheckContext, caseCheck, look } from '../check.js';
import { filesIn } from '../files-in.js';
import { fillIn } from '../fill-in.js';
import { asList, asObject, brief } from '../json.js';
import { readText } from '../read-text.js';

const hash = (text: string | undefined) => (text === undefined ? 'no file' : `${text.length} bytes`);

interface Writing {
  readonly call: readonly string[];
  readonly file: string;
  readonly times: number;
}

/** Kills a call that writes, sooner or later; the file must be what a whole call with one of two values makes it. */
async function killWhileWriting({ target }: CheckContext, { call, file, times }: Writing) {
  const place = target.newPlace();
  const write = async (value: string) => {
    const answer = await target.call(fillIn(call, { value }), place);
    return { answer, content: readText(place.cwd, file) };
  };
  const [old, next] = [await write('old'), await write('next')];
  const torn: string[] = [];
  for (let time = 0; time < times && torn.length === 0; time++) {
    const begun = target.begin(fillIn(call, { value: time % 2 === 0 ? 'old' : 'next' }), place);
    // From the start of the program to its end, so that some of them come in the middle of the write.
    await Promise.race([delay((old.answer.ms * (time + 1)) / times), begun.ended]);
    begun.child.kill('SIGKILL');
    await begun.ended;
    const content = readText(place.cwd, file);
    if (content !== old.content && content !== next.content) torn.push(hash(content));
  }
  await delay(3_000);
  const last = await write('old');
  const left = [...filesIn(place.cwd).keys()].filter((path) => path !== file);
  const differ = old.content !== undefined && old.content !== next.content;
  return { answer: last.answer, wrote: old.answer.ok && next.answer.ok && last.answer.ok && differ, torn, left };
}

export const keptFileChecks: readonly Check[] = [
  {
    ...caseCheck(
      'F-070',
      'large-file',
      'SIGKILL 50 times, from the start of a call to its end: the file is always the old one or the new one; after one more call there is no other file',
      async ({ call, file }, context) => {
        const { answer, wrote, torn, left } = await killWhileWriting(context, { call, file, times: 50 });
        return [
          look(answer, wrote, 'a file that depends on the value'),
          look(answer, torn.length === 0, 'the old file or the new one', `torn: ${torn.join(', ')}`),
          look(answer, left.length === 0, 'no other file', brief(left.join(', '))),
        ];
      },
    ),
    alone: true,
  },
  {
    ...caseCheck(
      'C-025',
      'settings',
      'it writes this file of the directory; with --global a file of the home instead, and a warning names it; SIGKILL 10 times leaves the old file or the new one',
      async ({ call, file }, context) => {
        const { target } = context;
        const place = target.newPlace();
        const local = await target.call(fillIn(call, { value: 'one' }), place);
        const here = readText(place.cwd, file);
        const home = new Set(filesIn(place.home).keys());
        const global = await target.call([...fillIn(call, { value: 'two' }), '--global'], place);
        const added = [...filesIn(place.home).keys()].filter((path) => !home.has(path));
        const warned = added.find((path) => JSON.stringify(global.warnings).includes(path));
        const { torn } = await killWhileWriting(context, { call, file, times: 10 });
        return [
          look(local, local.ok && here !== undefined, `the file ${file}`),
          look(
            global,
            global.ok && readText(place.cwd, file) === here && warned !== undefined,
            'a file of the home, and a warning that names it',
            brief(added.join(', ')),
          ),
          look(local, torn.length === 0, 'the old file or the new one', `torn: ${torn.join(', ')}`),
        ];
      },
    ),
    alone: true,
  },
  caseCheck(
    'F-028',
    'settings',
    'config_sources is [] before there is a file and names it afterwards; config_hash changes with the file and with nothing else',
    async ({ call, file }, { target, sample }) => {
      const place = target.newPlace();
      const ask = async () => await target.call(await sample(), place);
      const none = await ask();
      await target.call(fillIn(call, { value: 'one' }), place);
      const [first, again] = [await ask(), await ask()];
      await target.call(fillIn(call, { value: 'two' }), place);
      const changed = await ask();
      const hashes = [first, again, changed].map(({ meta }) => meta.config_hash);
      const named = asList(first.meta.config_sources).some((path) => String(path).endsWith(file));
      return [
        look(none, asList(none.meta.config_sources).length === 0, 'config_sources []'),
        look(first, named, `config_sources with ${file}`),
        look(changed, hashes[0] === hashes[1] && hashes[1] !== hashes[2], 'another config_hash', hashes.join(', ')),
      ];
    },
  ),
  caseCheck(
    'O-016',
    'settings',
    'with a file, --no-config has config_sources [], and without it they name the file',
    async ({ call, file }, { target, sample }) => {
      const place = target.newPlace();
      await target.call(fillIn(call, { value: 'one' }), place);
      const words = await sample();
      const [plain, none] = [await target.call(words, place), await target.call([...words, '--no-config'], place)];
      const named = asList(plain.meta.config_sources).some((path) => String(path).endsWith(file));
      return [
        look(plain, named, `config_sources with ${file}`),
        look(none, none.ok && JSON.stringify(none.meta.config_sources) === '[]', 'config_sources []'),
      ];
    },
  ),
  caseCheck('O-015', 'settings', 'with a file, --show-config names it', async ({ call, file }, { target }) => {
    const place = target.newPlace();
    await target.call(fillIn(call, { value: 'one' }), place);
    const shown = await target.call(['--show-config'], place);
    return [look(shown, shown.ok && JSON.stringify(shown.data).includes(file), `the file ${file}`)];
  }),
  caseCheck(
    'O-024',
    'contexts',
    'two runs at the same time, each with its options: both succeed, and no file of the directory or of the home is changed by both',
    async ({ call, first, second }, { target }) => {
      const place = target.newPlace();
      // One after the other in the same place: what the second one changes must not be a file of the first.
      const files = () => new Map([...filesIn(place.cwd), ...filesIn(place.home)]);
      const one = { answer: await target.call([...call, ...first], place), touched: files() };
      const two = { answer: await target.call([...call, ...second], place), touched: files() };
      const shared = [...one.touched].filter(([path, text]) => two.touched.get(path) !== text).map(([path]) => path);
      const both = await Promise.all([first, second].map((options) => target.call([...call, ...options], place)));
      return [
        look(one.answer, one.answer.ok && one.touched.size > 0, 'a change'),
        look(two.answer, two.answer.ok && shared.length === 0, 'files of its own', brief(shared.join(', '))),
        ...both.map((answer) => look(answer, answer.ok, 'exit code 0 beside the other one')),
      ];
    },
  ),
  caseCheck(
    'F-075',
    'compares-manifest',
    'with its own manifest exit code 0; with one that has a command more, another one, and the answer names the command',
    async ({ call }, { target, declared }) => {
      const { manifest } = await declared();
      const commands = asObject(manifest.commands);
      const [[, entry] = ['', {}]] = Object.entries(commands);
      const place = target.newPlace();
      const compare = async (name: string, baseline: unknown) => {
        writeFileSync(join(place.cwd, name), JSON.stringify(baseline));
        return await target.call(fillIn(call, { file: name }), place);
      };
      const same = await compare('same.json', manifest);
      const less = await compare('more.json', { ...manifest, commands: { ...commands, 'contract-removed': entry } });
      return [
        look(same, same.code === 0, 'exit code 0'),
        look(less, less.code !== 0 && less.stdout.includes('contract-removed'), 'not 0, and contract-removed'),
      ];
    },
  ),
];
