import { configurationShape } from './configuration-shape.js';
import type { Shape } from './shape.js';

/** The table of keys in docs/configuration.md, as Markdown. */
export function toKeyTable(): string {
  return ['| Key | Value | Default | Meaning |', '|---|---|---|---|', ...toRows('', configurationShape)].join('\n');
}

function toRows(key: string, shape: Shape): string[] {
  const row = key === '' ? [] : [`| \`${key}\` | ${toKind(shape)} | ${shape.default ?? ''} | ${shape.description} |`];
  return [...row, ...toMembers(key === '' ? '' : `${key}.`, shape)];
}

function toMembers(prefix: string, shape: Shape): string[] {
  switch (shape.type) {
    case 'object':
      return Object.entries(shape.keys).flatMap(([name, member]) => toRows(prefix + name, member));
    case 'named':
      return shape.values.type === 'object' ? toMembers(`${prefix}NAME.`, shape.values) : [];
    case 'list':
      return shape.items.type === 'source' ? toMembers(prefix.replace(/\.$/, '[].'), shape.items.object) : [];
    case 'either':
    case 'source':
      return toMembers(prefix, shape.object);
    default:
      return [];
  }
}

function toKind(shape: Shape): string {
  switch (shape.type) {
    case 'text':
      return shape.secret ? 'secret reference' : 'text';
    case 'integer':
      return `${shape.minimum.toLocaleString('en')} to ${shape.maximum.toLocaleString('en')}`;
    case 'boolean':
      return '`true`, `false`';
    case 'list':
      return shape.items.type === 'source' ? 'list of text or objects' : 'list of text';
    case 'source':
    case 'document':
      return 'text, object';
    case 'object':
      return 'object';
    case 'named':
      return shape.values.type === 'object' ? 'object by name' : `${toKind(shape.values)} by name`;
    case 'either':
      return '`true`, `false`, object';
    case 'extent':
      return `\`true\`, \`false\`, ${toKind(shape.list)}`;
    default:
      return shape satisfies never;
  }
}
