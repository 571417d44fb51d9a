import { isArray, isObject, type Value } from '../../tool-form/value.js';

/** Every text that stands in a template: whatever chooses among them, the author wrote them. */
export function writtenTexts(template: Value): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (value: Value) => {
    if (typeof value === 'string') texts.add(value);
    else if (isArray(value)) value.forEach(collect);
    else if (isObject(value)) Object.values(value).forEach(collect);
  };
  collect(template);
  return texts;
}
