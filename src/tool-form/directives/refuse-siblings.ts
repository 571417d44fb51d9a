import type { Place, Property } from '../compiler.js';
import { ToolFormError } from '../tool-form-error.js';

/** Properties that a directive would silently drop are a mistake of the author. */
export function refuseSiblings(
  { siblings, objectAt }: Place,
  directive: string,
  allowed: readonly string[] = [],
): void {
  const extra = siblings.find(({ name }: Property) => !allowed.includes(name));
  if (extra === undefined) return;
  const message = `The property ${JSON.stringify(extra.name)} is not allowed next to ${directive}.`;
  throw new ToolFormError('INVALID_TEMPLATE', message, objectAt);
}
