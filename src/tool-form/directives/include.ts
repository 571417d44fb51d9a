import type { CompileDomain, Compiler } from '../compiler.js';
import { follow, readPointer } from '../json-pointer.js';
import { isLiteral, type Node, undefinedAt, verbatim } from '../node.js';
import { ToolFormError } from '../tool-form-error.js';
import type { Value } from '../value.js';
import { refuseSiblings } from './refuse-siblings.js';

/** `$include`: another part of the document, or what the host loads, exactly as it is written there. */
export const compileInclude: CompileDomain = (compiler, place) => {
  refuseSiblings(place, '$include');
  const { at } = place;
  const compiled = compiler.compile(place.value, at);
  return {
    evaluate: (run): Node => {
      run.budget.evaluate(at);
      const reference = compiled.evaluate(run);
      if (!('value' in reference) || typeof reference.value !== 'string') return undefinedAt(at);
      const { value, own } = resolve(compiler, reference.value, at);
      run.budget.produceValue(value, at);
      // What the arguments chose, or the host loaded, is not the author's word.
      return own && isLiteral(reference) ? verbatim(value, at) : { kind: 'data', value, at };
    },
    shape: 'other',
    constant: compiled.constant && compiler.options.include === undefined,
  };
};

function resolve(compiler: Compiler, reference: string, at: string): { value: Value; own: boolean } {
  const hash = reference.indexOf('#');
  const location = hash < 0 ? reference : reference.slice(0, hash);
  const names = readFragment(hash < 0 ? '' : reference.slice(hash + 1));
  const own = location === '';
  const found = own ? compiler.document : load(compiler, location);
  const value = names && found !== undefined ? follow(found, names) : undefined;
  if (value === undefined)
    throw new ToolFormError('UNRESOLVED_INCLUDE', '$include points to a place that does not exist.', at);
  return { value, own };
}

function load(compiler: Compiler, location: string): Value | undefined {
  try {
    return compiler.options.include?.(location);
  } catch {
    return undefined;
  }
}

function readFragment(fragment: string): string[] | undefined {
  try {
    return readPointer(decodeURIComponent(fragment));
  } catch {
    return undefined;
  }
}
