// Where the tools of a manual are: a manual may be an object with tools, a list of them, or one tool.

import type { Document, KeyPath } from '../../../documents/document.js';
import { isObject, kindOf } from '../../../shape/kind-of.js';
import type { Fields } from '../../parameters/check-fields.js';
import type { DefinitionReport } from '../../parameters/definition-report.js';
import { given } from './given.js';

export interface FoundTool {
  readonly path: KeyPath;
  readonly value: unknown;
}

export interface FoundTools {
  readonly tools: readonly FoundTool[];
  /** What the manual calls itself. */
  readonly title: string | undefined;
  readonly description: string;
}

const advice = 'Write {"utcp_version": "1.0.0", "tools": [{"name": …, "tool_call_template": {…}}]}.';

/** `report` is that of the manual as a whole. */
export function findTools({ value }: Document, report: DefinitionReport): FoundTools {
  if (Array.isArray(value)) return { tools: toTools(value, []), title: undefined, description: '' };
  if (!isObject(value)) {
    report.error([], `A manual is an object, not ${kindOf(value)}.`, advice);
    return { tools: [], title: undefined, description: '' };
  }
  const about = describe(value);
  const tools = given(value, 'tools');
  if (Array.isArray(tools)) {
    if (tools.length === 0) report.hint(['tools'], 'The manual has no tools.', 'Describe at least one.');
    return { ...about, tools: toTools(tools, ['tools']) };
  }
  if (tools !== undefined) report.error(['tools'], `Must be a list of tools, not ${kindOf(tools)}.`, advice);
  else if (isTool(value)) return { tools: [{ path: [], value }], title: undefined, description: '' };
  else if (given(value, 'call_template_type') !== undefined) {
    const fix = 'Write a tool around it: {"name": …, "inputs": {…}, "tool_call_template": {…}}.';
    report.error([], 'This is a call template, not a manual.', fix);
  } else report.error([], 'The field "tools" is missing.', advice, 'key');
  return { ...about, tools: [] };
}

function toTools(values: readonly unknown[], base: KeyPath): readonly FoundTool[] {
  return values.map((value, index) => ({ path: [...base, index], value }));
}

function isTool(value: Fields): boolean {
  return ['tool_call_template', 'tool_provider'].some((field) => given(value, field) !== undefined);
}

function describe(manual: Fields): Pick<FoundTools, 'title' | 'description'> {
  const written = given(manual, 'info');
  const info = isObject(written) ? written : {};
  const title = textOf(info, 'title') ?? textOf(manual, 'name');
  return { title, description: textOf(info, 'description') ?? textOf(manual, 'description') ?? title ?? '' };
}

function textOf(object: Fields, name: string): string | undefined {
  const value = given(object, name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
