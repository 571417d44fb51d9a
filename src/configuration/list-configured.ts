// What a configuration sets, key by key, and where each value comes from. Nothing is looked up: whoever wants to see why
// something does not work must be able to, also where a secret is missing.

import { formatKeyPath } from '../documents/format-key-path.js';
import type { Shape, Shapes } from '../shape/shape.js';
import { redactDeep, redacted } from '../vocabulary/look-alikes.js';
import { checkConfiguration } from './check-configuration.js';
import { ConfigurationError, type ConfigurationProblem } from './configuration-error.js';
import { configurationShape } from './configuration-shape.js';
import { isReference } from './fetch-secret.js';
import { readConfiguration } from './read-configuration.js';

export interface ConfiguredValue {
  readonly key: string;
  readonly value: unknown;
  /** The file, `env:NAME` or `file:path` where a secret is, or `default`. */
  readonly source: string;
}

/** Throws a ConfigurationError when the file cannot be read, or is not what a configuration is. */
export async function listConfigured(file: string | undefined): Promise<readonly ConfiguredValue[]> {
  const written = file === undefined ? {} : await readWritten(file);
  return new Lister(file ?? 'default').list('', configurationShape, written);
}

async function readWritten(file: string): Promise<unknown> {
  const { value, problems: unread, locate } = await readConfiguration(file);
  const problems: ConfigurationProblem[] = unread.map(({ path, place, message, fix }) => ({
    ...{ file, ...place, key: formatKeyPath(path), message, fix },
  }));
  if (value !== undefined) {
    checkConfiguration(value, (path, { part = 'value', message, fix }) =>
      problems.push({ file, ...locate(path, part), key: formatKeyPath(path), message, fix }),
    );
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return value;
}

class Lister {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  list(key: string, shape: Shape, value: unknown): readonly ConfiguredValue[] {
    if (value === undefined && shape.type !== 'object') {
      return shape.default === undefined ? [] : [{ key, value: shape.default, source: 'default' }];
    }
    switch (shape.type) {
      case 'object':
        return this.#members(key, shape.keys, (value ?? {}) as Record<string, unknown>);
      case 'either':
        return this.list(key, shape.isFirst(value) ? shape.first : shape.second, value);
      case 'named':
        return Object.entries(value as Record<string, unknown>).flatMap(([name, one]) =>
          this.list(`${key}.${name}`, shape.values, one),
        );
      case 'list': {
        const { items } = shape;
        if (items.type === 'text') return [this.#leaf(key, value)];
        return (value as readonly unknown[]).flatMap((one, index) => this.list(`${key}[${index}]`, items, one));
      }
      case 'text':
        return [
          shape.secret || shape.hidden || isReference(String(value))
            ? this.#secret(key, value)
            : this.#leaf(key, value),
        ];
      default:
        return [this.#leaf(key, value)];
    }
  }

  #members(key: string, keys: Shapes, values: Record<string, unknown>) {
    const before = key === '' ? '' : `${key}.`;
    return Object.entries(keys)
      .filter(([name]) => name !== '$schema')
      .flatMap(([name, shape]) => this.list(`${before}${name}`, shape, values[name]));
  }

  #leaf(key: string, value: unknown): ConfiguredValue {
    return { key, value: redactDeep(value), source: this.#file };
  }

  #secret(key: string, value: unknown): ConfiguredValue {
    const text = String(value);
    return { key, value: redacted, source: isReference(text) ? text : this.#file };
  }
}
