import type { CompileDomain } from '../compiler.js';
import { refuseSiblings } from './refuse-siblings.js';

/** `$use`: the value itself, so that operators can work on it. */
export const compileUse: CompileDomain = (compiler, place) => {
  refuseSiblings(place, '$use');
  return compiler.compile(place.value, place.at);
};
