// Collects what is wrong with one definition, each problem with its place in the file.

import type { Document, KeyPath } from '../../documents/document.js';
import { below, readPointer } from '../../tool-form/json-pointer.js';
import type { ToolFormError } from '../../tool-form/tool-form-error.js';

export interface DefinitionProblem {
  readonly file: string;
  /** Counted from 1. Missing where the problem is the file itself. */
  readonly line?: number;
  readonly column?: number;
  /** A JSON Pointer into the file; empty when the whole file is meant. */
  readonly pointer: string;
  /** What it is about, where a file defines several things. */
  readonly subject?: string;
  readonly message: string;
  readonly fix: string;
  /** A definition with an error is left out; a hint is something that its author most likely did not mean. */
  readonly severity: 'error' | 'hint';
}

export class DefinitionReport {
  readonly file: string;
  readonly problems: DefinitionProblem[] = [];
  /** The place of the definition in its file. */
  readonly pointer: string;
  readonly #document: Document;
  readonly #base: KeyPath;

  constructor(file: string, document: Document, base: KeyPath) {
    this.file = file;
    this.#document = document;
    this.#base = base;
    this.pointer = toPointer(base);
  }

  get hasErrors(): boolean {
    return this.problems.some(({ severity }) => severity === 'error');
  }

  /** `path` starts at the definition. */
  error(path: KeyPath, message: string, fix: string, part: 'key' | 'value' = 'value'): void {
    this.#add(path, message, fix, part, 'error');
  }

  hint(path: KeyPath, message: string, fix: string, part: 'key' | 'value' = 'value'): void {
    this.#add(path, message, fix, part, 'hint');
  }

  /** A template names its mistakes by pointers into the file. */
  templateError({ pointer, message }: ToolFormError): void {
    const names = readPointer(pointer)?.slice(this.#base.length) ?? [];
    this.error(names, message, 'Fix the template here.');
  }

  #add(path: KeyPath, message: string, fix: string, part: 'key' | 'value', severity: 'error' | 'hint'): void {
    const whole = this.#withIndexes([...this.#base, ...path]);
    const place = this.#document.locate(whole, part);
    this.problems.push({ file: this.file, ...place, pointer: toPointer(whole), message, fix, severity });
  }

  /** Names that came from a pointer are text; in an array they are numbers. */
  #withIndexes(path: KeyPath): KeyPath {
    let here: unknown = this.#document.value;
    return path.map((part) => {
      const name = Array.isArray(here) ? Number(part) : part;
      here = typeof here === 'object' && here !== null ? (here as Record<string | number, unknown>)[name] : undefined;
      return name;
    });
  }
}

/** Advice from elsewhere, which may have no full stop. */
export function asSentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

export function toPointer(path: KeyPath): string {
  return path.reduce<string>((pointer, part) => below(pointer, part), '');
}
