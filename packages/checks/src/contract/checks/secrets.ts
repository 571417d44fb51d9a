import { type Check, type CheckContext, judge, look } from '../check.js';
import type { DeclaredCommand } from '../declared.js';
import { filesIn } from '../files-in.js';
import { inTurns } from '../in-turns.js';
import { brief } from '../json.js';
import { shared } from '../shared.js';

const secret = 'tr0ub4dor-of-the-contract';
const noSecret = 'No safe command takes a secret';

interface SecretFlag {
  readonly command: DeclaredCommand;
  readonly flag: string;
}

async function secretFlags({ declared }: CheckContext): Promise<readonly SecretFlag[]> {
  return (await declared()).safe.flatMap((command) =>
    Object.entries(command.flags)
      .filter(([, { secret: isSecret }]) => isSecret === true)
      .map(([flag]) => ({ command, flag })),
  );
}

/** The secret is given in the open, with --debug: whether it runs or is refused, it must be seen nowhere. */
const nowhere: Check['run'] = shared(async (context) => {
  const { target } = context;
  const looks = await inTurns(await secretFlags(context), async ({ command, flag }) => {
    const cwd = target.newDirectory();
    const environment = { AWS_SECRET_ACCESS_KEY: `${secret}-2` };
    const answer = await target.call([...target.wordsOf(command.path), `--${flag}`, secret, '--debug'], {
      cwd,
      environment,
    });
    const shown = { ...answer, ran: answer.ran.replaceAll(secret, '<the secret>') };
    const files = [...filesIn(cwd), ...filesIn(target.home)].filter(([, text]) => text.includes(secret));
    const seen = `${answer.stdout}${answer.stderr}`.includes(secret);
    return look(
      shown,
      !seen && files.length === 0,
      `the secret on no stream and in no file ${files.map(([path]) => path).join(', ')}`,
    );
  });
  return judge(looks, noSecret);
});

/** By whole words: `monkey` and `author` are no secrets. */
const secretName = /(?:^|[-_])(?:token|secret|password|passphrase|credential|credentials|api-?key|private-?key)$/i;

export const secretChecks: readonly Check[] = [
  {
    id: 'REQ-F-034',
    how: 'A secret that is passed to a safe command appears on no stream and in no file of its home and directory',
    run: nowhere,
  },
  {
    id: 'REQ-F-051',
    how: 'A secret that is passed to a safe command with --debug, and AWS_SECRET_ACCESS_KEY in the environment, appear on no stream and in no file',
    run: nowhere,
  },
  {
    id: 'REQ-C-016',
    how: 'No flag of the manifest is named like a secret without being declared as one; secrets declare how they are passed',
    run: async ({ declared }) => {
      const { answer, commands } = await declared();
      const flags = commands.flatMap(({ name, flags: own }) =>
        Object.entries(own).map(([flag, about]) => ({ name, flag, about })),
      );
      const wrong = flags.filter(({ flag, about }) =>
        about.secret === true ? !Array.isArray(about.from) : secretName.test(flag),
      );
      if (commands.length === 0) return judge([]);
      return judge([
        look(
          answer,
          wrong.length === 0,
          'secret: true and the ways from environment and file',
          brief(wrong.map(({ name, flag }) => `${name} --${flag}`).join(', ')) || 'no such flag',
        ),
      ]);
    },
  },
  {
    id: 'REQ-O-022',
    how: 'A secret from a missing variable or file is refused with 2; from an existing one it is accepted',
    run: async (context) => {
      const { target } = context;
      const looks = await inTurns(await secretFlags(context), async ({ command, flag }) => {
        const words = target.wordsOf(command.path);
        const environment = { CONTRACT_SECRET: secret };
        const noVariable = await target.call([...words, `--${flag}-from-env`, 'CONTRACT_NO_SUCH_VARIABLE']);
        const noFile = await target.call([...words, `--${flag}-from-file`, 'no-such-file']);
        const given = await target.call([...words, `--${flag}-from-env`, 'CONTRACT_SECRET'], { environment });
        const shown = { ...given, ran: given.ran.replaceAll(secret, '<the secret>') };
        return [
          look(noVariable, noVariable.code === 2, 'exit code 2'),
          look(noFile, noFile.code === 2, 'exit code 2'),
          look(shown, given.code !== 2 && !`${given.stdout}${given.stderr}`.includes(secret), 'the secret is taken'),
        ];
      });
      return judge(looks.flat(), noSecret);
    },
  },
];
