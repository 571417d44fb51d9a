import type { Compiler, Property } from './compiler.js';
import { RecordBuilder } from './containers.js';
import { below } from './json-pointer.js';
import { type NameOrigin, verbatim } from './node.js';
import type { Compiled } from './run.js';

interface Member extends Compiled {
  readonly name: string;
  readonly origin: NameOrigin;
}

/** Compiles an object without directives: every value is a template, every name is what the template wrote. */
export function compileRecord(
  compiler: Compiler,
  properties: readonly Property[],
  at: string,
  undefinedEntries?: 'keep',
): Compiled {
  const members = properties.map((property) => compileMember(compiler, property, at));
  const pairs = members.some(({ name, shape }) => shape === 'other' && !/^[-+$]/.test(name));
  return {
    evaluate: (run) => {
      const record = new RecordBuilder(pairs);
      for (const { name, origin, evaluate } of members) {
        const node = evaluate(run);
        // Inside $spread a property without a value means "take this one away".
        if (node.kind === 'undefined' && undefinedEntries) record.entries.set(name, { node, origin });
        else record.set(name, node, origin, run);
      }
      return record.build(at);
    },
    shape: 'object',
    constant: members.every(({ constant }) => constant),
  };
}

function compileMember(compiler: Compiler, { name, value, compiled }: Property, at: string): Member {
  if (compiled) return { ...compiled, name, origin: 'template' };
  const place = below(at, name);
  if (name.startsWith('$$')) {
    const node = verbatim(value, place);
    return { name: name.slice(1), origin: 'escaped', evaluate: () => node, shape: 'other', constant: true };
  }
  return { ...compiler.compile(value, place), name, origin: 'template' };
}
