// One tool of a manual. Everything that is wrong with it is reported, and nothing is guessed.

import { nearestOf } from '../../../command-line/nearest.js';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import { isObject, kindOf } from '../../../shape/kind-of.js';
import { type DangerLevel, dangerLevels, type JsonSchema } from '../../../vocabulary/command.js';
import type { Fields } from '../../parameters/check-fields.js';
import type { DefinitionReport } from '../../parameters/definition-report.js';
import { readParameters } from '../../parameters/read-parameters.js';
import type { ManualOptions, Tool, UtcpHost } from '../tool.js';
import { cleanName } from './clean-name.js';
import { cleanSchema } from './clean-schema.js';
import { given } from './given.js';
import { checkAuth, readTemplate } from './read-template.js';
import { Scope } from './scope.js';
import { checkNearMisses } from './template-fields.js';

export interface ToolRules {
  /** Of the manual, as it is written and as it is typed. */
  readonly manual: { readonly written: string; readonly cleaned: string };
  readonly options: ManualOptions;
  readonly host: UtcpHost;
}

/** `undefined` when there is an error. */
export function readTool(
  value: unknown,
  { manual, options, host }: ToolRules,
  report: DefinitionReport,
): Tool | undefined {
  if (!isObject(value)) {
    report.error([], `A tool is an object, not ${kindOf(value)}.`, 'Write {"name": …, "tool_call_template": {…}}.');
    return undefined;
  }
  checkNearMisses(value, ['inputs', 'tool_call_template', 'tool_provider'], [], report);
  checkAuth(value, [], report);
  const name = readName(value, manual, report);
  const path = [manual.cleaned, name?.cleaned ?? 'unnamed'] as const;
  const input = readParameters(readInputs(value), ['inputs'], options.paths, report);
  const tags = readTags(value, report);
  const scope = new Scope(input, options, host, report);
  const template = readTemplate(value, { toolPath: path, scope, options, host, report });
  const tool = {
    description: readDescription(value, report),
    danger: readDanger(tags, report),
    outputs: readOutputs(value, report),
  };
  if (template) checkUnused(scope, report);
  if (!template || !name || report.hasErrors) return undefined;
  return {
    ...tool,
    name: name.written,
    path,
    tags: tags.map(({ tag }) => tag),
    input,
    template,
    variables: scope.usedVariables,
    origin: report.file,
  };
}

interface ToolName {
  readonly written: string;
  readonly cleaned: string;
}

function readName(tool: Fields, manual: ToolRules['manual'], report: DefinitionReport): ToolName | undefined {
  const written = given(tool, 'name');
  const fix = 'Use a letter, then letters, digits, "-" and "_", 64 at most.';
  if (written === undefined) report.error([], 'The field "name" is missing.', fix, 'key');
  else if (typeof written !== 'string') report.error(['name'], `Must be text, not ${kindOf(written)}.`, fix);
  else {
    const lead = [manual.written, manual.cleaned].find((one) => written.startsWith(`${one}.`));
    const cleaned = cleanName(lead === undefined ? written : written.slice(lead.length + 1));
    if (cleaned !== undefined) return { written, cleaned };
    report.error(['name'], `${quoteForReport(written)} cannot be the name of a command.`, fix);
  }
  return undefined;
}

function readInputs(tool: Fields): unknown {
  const schema = cleanSchema(given(tool, 'inputs'));
  if (!isObject(schema)) return schema;
  return given(schema, 'type') === undefined ? { type: 'object', ...schema } : schema;
}

function readOutputs(tool: Fields, report: DefinitionReport): JsonSchema | undefined {
  const outputs = cleanSchema(given(tool, 'outputs'));
  if (outputs === undefined) return undefined;
  if (isObject(outputs)) return Object.keys(outputs).length === 0 ? undefined : outputs;
  report.error(
    ['outputs'],
    `Must be a JSON Schema, not ${kindOf(outputs)}.`,
    'Write {"type": "object"}, or remove it.',
  );
  return undefined;
}

function readDescription(tool: Fields, report: DefinitionReport): string {
  const description = given(tool, 'description');
  if (typeof description === 'string' && description.trim() !== '') return description;
  const fix = 'Say in one sentence what it does: agents choose tools by their description.';
  if (description === undefined || description === '') report.hint([], 'It has no description.', fix, 'key');
  else report.error(['description'], `Must be text, not ${kindOf(description)}.`, fix);
  return '';
}

interface Tag {
  readonly tag: string;
  readonly index: number;
}

function readTags(tool: Fields, report: DefinitionReport): readonly Tag[] {
  const tags = given(tool, 'tags') ?? [];
  const fix = 'Write a list of words.';
  if (!Array.isArray(tags)) {
    report.error(['tags'], `Must be a list of texts, not ${kindOf(tags)}.`, fix);
    return [];
  }
  return tags.flatMap((tag: unknown, index) => {
    if (typeof tag === 'string') return [{ tag, index }];
    report.error(['tags', index], `Must be text, not ${kindOf(tag)}.`, fix);
    return [];
  });
}

/** Of several, the strictest counts. */
function readDanger(tags: readonly Tag[], report: DefinitionReport): DangerLevel {
  const named: DangerLevel[] = [];
  for (const { tag, index } of tags) {
    const [, word] = /^danger:(.*)$/s.exec(tag) ?? [];
    if (word === undefined) continue;
    const level = dangerLevels.find((one) => one === word.trim());
    if (level) named.push(level);
    else {
      const nearest = nearestOf(word, dangerLevels);
      const fix = nearest ? `Did you mean "danger:${nearest}"?` : `Use one of ${dangerLevels.join(', ')}.`;
      report.error(['tags', index], 'Unknown danger level.', fix);
    }
  }
  return dangerLevels.findLast((level) => named.includes(level)) ?? 'mutating';
}

function checkUnused(scope: Scope, report: DefinitionReport): void {
  for (const name of scope.inputs) {
    if (scope.usedInputs.has(name)) continue;
    const fix = 'Use it in the template, or remove it.';
    report.hint(['inputs', 'properties', name], `No placeholder uses "${name}": its value has no effect.`, fix, 'key');
  }
}
