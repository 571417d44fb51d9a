import { isArray, isObject, type Value } from '../../tool-form/value.js';

/** Directives whose text is a result. That of any other is an expression, a name or a separator. */
const results: ReadonlySet<string> = new Set(['$use', '$then', '$else', '$value']);

/** Every text that a template can give: whatever chooses among them, the author wrote them. */
export function writtenTexts(template: Value): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (value: Value) => {
    if (typeof value === 'string') texts.add(value);
    else if (isArray(value)) value.forEach(collect);
    else if (isObject(value)) {
      for (const [name, inner] of Object.entries(value)) {
        if (typeof inner !== 'string' || !name.startsWith('$') || results.has(name)) collect(inner);
      }
    }
  };
  collect(template);
  return texts;
}
