// Answers that only a command made for it has.
import { answerTo } from '../answer-to.js';
import { type Check, caseCheck, type Look, look } from '../check.js';
import { asObject, objectsIn, textsIn } from '../json.js';

const conditions = ['0', '2', '5', '6', '7', '8', '10', '11', '12', '13'];
const stack = /\n? {4}at .+:\d+:\d+/;
const isMasked = (text: string) => /^\[MASKED\b/.test(text);

export const specialAnswerChecks: readonly Check[] = [
  caseCheck(
    'F-001',
    'exit-codes',
    `each call ends with its code, also in meta.exit_code; ${conditions.join(', ')} are among them`,
    async ({ calls }, context) => {
      const looks: Look[] = [];
      for (const [code, words] of Object.entries(calls)) {
        const answer = await answerTo(context, words);
        const told = answer.code === Number(code) && answer.meta.exit_code === answer.code;
        const lacking = conditions.filter((one) => !Object.hasOwn(calls, one));
        looks.push(
          look(
            answer,
            told && lacking.length === 0,
            `exit code ${code}, and a call for ${lacking.join(', ') || 'each'}`,
          ),
        );
      }
      return looks;
    },
  ),
  caseCheck(
    'F-006',
    'throws',
    'stdout is one envelope without a stack trace, also when stderr is discarded',
    async ({ call }, context) => {
      const answer = await answerTo(context, call);
      const clean = answer.envelope !== undefined && !stack.test(answer.stdout) && answer.code !== 0;
      return [look(answer, clean && stack.test(answer.stderr), 'an envelope without a stack, which is on stderr')];
    },
  ),
  caseCheck(
    'F-060',
    'prints',
    'stdout is one envelope, and a warning THIRD_PARTY_STDOUT has the text',
    async ({ call, text }, context) => {
      const answer = await answerTo(context, call);
      const warned = answer.warnings
        .map(asObject)
        .some((one) => one.code === 'THIRD_PARTY_STDOUT' && JSON.stringify(one).includes(text));
      return [look(answer, answer.envelope !== undefined && warned, `one envelope, and a warning with ${text}`)];
    },
  ),
  caseCheck(
    'C-013',
    'throws',
    'its answer has a code in capitals and a sentence, and no stack',
    async ({ call }, context) => {
      const answer = await answerTo(context, call);
      const { code, message } = answer.error;
      const told = /^[A-Z][A-Z0-9_]+$/.test(String(code)) && /\S+ \S+/.test(String(message));
      return [look(answer, told && !stack.test(answer.stdout), 'code and message, and no stack')];
    },
  ),
  caseCheck(
    'F-017',
    'bytes',
    'the answer has type, encoding base64, size_bytes, and a value that decodes to these bytes',
    async ({ call, base64 }, context) => {
      const answer = await answerTo(context, call);
      const bytes = Buffer.from(base64, 'base64');
      const same = objectsIn(answer.data).some(
        ({ type, encoding, value, size_bytes: size }) =>
          type !== undefined &&
          encoding === 'base64' &&
          size === bytes.length &&
          Buffer.from(String(value), 'base64').equals(bytes),
      );
      return [look(answer, answer.ok && same, `type, encoding, size_bytes and ${base64}`)];
    },
  ),
  caseCheck(
    'F-058',
    'masked',
    'what are credentials is masked, these texts stand as they are, and --unmask masks nothing',
    async ({ call, readable }, context) => {
      const answer = await answerTo(context, call);
      const bare = await answerTo(context, [...call, '--unmask']);
      const texts = textsIn(answer.data);
      const told = texts.some(isMasked) && readable.every((text) => texts.includes(text));
      return [
        look(answer, told, `masked ones beside ${readable.join(', ')}`),
        look(bare, bare.ok && !textsIn(bare.data).some(isMasked), 'nothing masked'),
      ];
    },
  ),
  caseCheck(
    'F-074',
    'empty-list',
    'both have the same keys, and the empty list is []',
    async ({ call, full }, context) => {
      const [none, some] = [await answerTo(context, call), await answerTo(context, full)];
      const keys = (data: unknown) => Object.keys(asObject(data)).join();
      const empty = Object.values(asObject(none.data)).some((value) => Array.isArray(value) && value.length === 0);
      return [
        look(
          none,
          none.ok && some.ok && empty && keys(none.data) === keys(some.data),
          `the keys ${keys(some.data)}, and []`,
        ),
      ];
    },
  ),
];
