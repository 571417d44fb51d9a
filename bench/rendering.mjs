// A compiled handle of ten directives, beside writing the same arguments as JSON.
import { compileTemplate } from '../dist/tool-form.js';
import { compare } from './compare.mjs';
import { perSecond } from './units.mjs';

const template = {
  $encode: 'args',
  commit: {
    '-a': { $: 'all' },
    '--message=': { $: 'message' },
    '--author=': '{{author.name}} <{{author.email}}>',
    '--date=': { $: 'date' },
    '--cleanup=': { $: 'cleanup' },
    '--signoff': { $: 'signoff' },
    '--trailer=': { $: 'trailers[0]' },
    '--': { $: 'files' },
  },
};
const values = {
  all: true,
  message: 'Say why, not what',
  author: { name: 'Ada', email: 'ada@example.com' },
  date: '2026-02-01',
  cleanup: 'strip',
  signoff: true,
  trailers: ['Fixes: 12'],
  files: ['a.txt', 'b.txt'],
};

export default [
  {
    name: 'rendering a handle of ten directives',
    configuration: 'compiled once',
    target: { perSecondAtLeast: 100_000 },
    measure,
  },
];

async function measure() {
  const compiled = compileTemplate(template);
  if (!compiled.ok) throw new Error(compiled.errors[0].message);
  const expected = compiled.template.renderVector(values);
  if (!Array.isArray(expected) || expected.length !== 11) throw new Error(`It gives ${JSON.stringify(expected)}.`);
  const subject = (operations) => {
    for (let count = 0; count < operations; count++) compiled.template.renderVector(values);
  };
  const baseline = (operations) => {
    for (let count = 0; count < operations; count++) JSON.stringify(values);
  };
  const result = await compare({ baseline, subject, rounds: 200, roundMs: 5 });
  return {
    baseline: { name: 'JSON.stringify of the arguments', ...perSecond(result.baselineMs) },
    measured: perSecond(result.subjectMs),
    ratio: result.ratio,
  };
}
