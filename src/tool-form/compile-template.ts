import { Budget } from './budget.js';
import { compileObject } from './compile-object.js';
import { compileRecord } from './compile-record.js';
import type { Compiler, Property, TemplateOptions } from './compiler.js';
import { addToList } from './containers.js';
import { findExcess } from './find-excess.js';
import { below, readHostPointer } from './json-pointer.js';
import { defaultLimits, type Limits } from './limits.js';
import { type Headers, type LiteralNode, type Node, toValue, undefinedAt } from './node.js';
import { type RenderedArgument, readVector, type VectorOptions } from './read-vector.js';
import type { Compiled } from './run.js';
import { onlyReadable, Scope } from './scope.js';
import { compileString } from './string-template.js';
import { ToolFormError } from './tool-form-error.js';
import { isArray, isObject, type Value } from './value.js';

export interface Rendered {
  /** Undefined is a result of its own: the template yields no value. */
  readonly value: Value | undefined;
  /** What the encodings say about the value; names are lower case. */
  readonly headers: Headers;
}

/** A template that is ready to be rendered, as often as needed. */
export interface Template {
  /** It reads no arguments: every rendering gives the same. */
  readonly constant: boolean;
  /** Never throws: what is wrong with the arguments is an answer. The value shares parts with the arguments. */
  render(values: Value): Rendered | ToolFormError;
  /**
   * Renders the arguments of a program: a string is one argument, an array holds strings. Text from the arguments
   * cannot become a flag there, encoded or not.
   */
  renderVector(values: Value, options?: VectorOptions): readonly string[] | ToolFormError;
  /** The same, with what the template wrote of each argument. */
  renderArguments(values: Value, options?: VectorOptions): readonly RenderedArgument[] | ToolFormError;
}

export type CompiledTemplate =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly errors: readonly [ToolFormError, ...ToolFormError[]] };

const noHeaders: Headers = Object.freeze({});

/** Checks a template and prepares it. Everything that is wrong with it is reported at once. */
export function compileTemplate(template: Value, options: TemplateOptions = {}): CompiledTemplate {
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const compiler = new TemplateCompiler(template, options);
  const pointer = options.pointer ?? '';
  const tooLarge = findExcess(template, limits, pointer);
  if (tooLarge) return { ok: false, errors: [tooLarge] };
  const readable = options.readable?.map((path) => readHostPointer(path));
  const compiled = compiler.compile(template, pointer);
  const [error, ...more] = compiler.errors;
  if (error) return { ok: false, errors: [error, ...more] };

  const evaluate = (values: Value): Node => {
    const visible = readable ? onlyReadable(values, readable) : values;
    return compiled.evaluate({ scope: new Scope(visible), budget: new Budget(limits) });
  };
  // What depends on no argument fails now or never.
  const early = compiled.constant ? answer(pointer, () => evaluate(null)) : undefined;
  if (early instanceof ToolFormError) return { ok: false, errors: [early] };
  const renderArguments: Template['renderArguments'] = (values, vector = {}) =>
    answer(pointer, () => readVector(evaluate(values), { characters: options.characters ?? {}, ...vector }));
  return {
    ok: true,
    template: {
      constant: compiled.constant,
      render: (values) =>
        answer(pointer, () => {
          const node = evaluate(values);
          return { value: toValue(node), headers: node.headers ?? noHeaders };
        }),
      renderArguments,
      renderVector: (values, vector) => {
        const rendered = renderArguments(values, vector);
        return rendered instanceof ToolFormError ? rendered : rendered.map(({ text }) => text);
      },
    },
  };
}

function answer<T>(pointer: string, work: () => T): T | ToolFormError {
  try {
    return work();
  } catch (error) {
    if (error instanceof ToolFormError) return error;
    // The engine's own limits: a string that is too long, a stack that is too deep.
    if (error instanceof RangeError) return new ToolFormError('LIMIT_EXCEEDED', 'The result is too large.', pointer);
    throw error;
  }
}

class TemplateCompiler implements Compiler {
  readonly errors: ToolFormError[] = [];
  readonly document: Value;
  readonly options: TemplateOptions;

  constructor(template: Value, options: TemplateOptions) {
    this.document = options.document ?? template;
    this.options = options;
  }

  report(error: ToolFormError): void {
    this.errors.push(error);
  }

  compile(template: Value, at: string): Compiled {
    try {
      if (typeof template === 'string') return compileString(template, at);
      if (isArray(template)) return this.#compileArray(template, at);
      if (isObject(template)) return compileObject(this, template, at);
      const literal: LiteralNode = { kind: 'literal', value: template, at };
      return { evaluate: () => literal, shape: template === null ? 'null' : 'other', constant: true };
    } catch (error) {
      // Kept, so that the next mistake is found too.
      if (!(error instanceof ToolFormError)) throw error;
      this.report(error);
      const nothing = undefinedAt(at);
      return { evaluate: () => nothing, shape: 'other', constant: true };
    }
  }

  compileRecord(properties: readonly Property[], at: string, undefinedEntries?: 'keep'): Compiled {
    return compileRecord(this, properties, at, undefinedEntries);
  }

  #compileArray(template: readonly Value[], at: string): Compiled {
    const elements = template.map((element, index) => this.compile(element, below(at, index)));
    return {
      evaluate: (run) => {
        const items: Node[] = [];
        for (const element of elements) addToList(items, element.evaluate(run), run);
        return { kind: 'list', items, at };
      },
      shape: 'other',
      constant: elements.every(({ constant }) => constant),
    };
  }
}
