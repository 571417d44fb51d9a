// A call template, in whichever form it is written.

import { resolve } from 'node:path';
import type { KeyPath } from '../../../documents/document.js';
import { quoteForReport } from '../../../documents/quote-for-report.js';
import { resolveAnywhereInside } from '../../../policy/path-scope.js';
import { isObject, kindOf } from '../../../shape/kind-of.js';
import { longestDelayMs } from '../../../vocabulary/longest-delay.js';
import type { Fields } from '../../parameters/check-fields.js';
import type { DefinitionReport } from '../../parameters/definition-report.js';
import type { CallTemplate, ManualOptions, Parts, UtcpHost } from '../tool.js';
import { checkCertain } from './check-arguments.js';
import { either } from './either.js';
import { given } from './given.js';
import { commandsDialect, readText, specificationDialect } from './placeholders.js';
import { readCommandName } from './read-command-name.js';
import { readCommands } from './read-commands.js';
import { readSpecification } from './read-specification.js';
import { inheritsNothing, readEnvironment, readInherited } from './read-variables.js';
import type { Reading, ReadSteps } from './reading.js';
import type { Scope } from './scope.js';
import { checkNearMisses, templateFields } from './template-fields.js';

export interface TemplateRules {
  readonly toolPath: readonly [string, string];
  readonly scope: Scope;
  readonly options: ManualOptions;
  readonly host: UtcpHost;
  readonly report: DefinitionReport;
}

/** `undefined` when nothing can be said about it. */
export function readTemplate(tool: Fields, rules: TemplateRules): CallTemplate | undefined {
  const { report } = rules;
  const found = findTemplate(tool, report);
  if (!found || !isForUs(found, report)) return undefined;
  const { template, path } = found;
  checkNearMisses(template, templateFields, path, report);
  checkAuth(template, path, report);
  const form = findForm(found, report);
  if (!form) return undefined;
  const reader = { ...rules, template, path, dialect: form === 'command' ? specificationDialect : commandsDialect };
  const environment = readEnvironment(reader);
  const inherited = readInherited(reader);
  const reading: Reading = { ...reader, environment, inherited };
  const directory = readDirectory(reading);
  const { timeoutMs, ...read } = readSteps(form, found, reading);
  return {
    ...read,
    directory,
    environment,
    inherited,
    ...(inheritsNothing(template) && { inheritsNothing: true }),
    timeoutMs: readTimeout(reading) ?? timeoutMs,
    capturesOutput: readCapture(reading),
  };
}

interface FoundTemplate {
  readonly template: Fields;
  readonly path: KeyPath;
  readonly isProvider: boolean;
}

function findTemplate(tool: Fields, report: DefinitionReport): FoundTemplate | undefined {
  const fields = ['tool_call_template', 'tool_provider'].filter((name) => given(tool, name) !== undefined);
  const [field] = fields;
  const fix = 'Write {"call_template_type": "cli", "command": …, "args": […]}.';
  if (field === undefined) {
    report.error([], 'The field "tool_call_template" is missing.', fix, 'key');
    return undefined;
  }
  if (fields.length > 1) {
    report.error(['tool_provider'], 'The tool has two templates.', 'Keep "tool_call_template" only.', 'key');
  }
  const template = given(tool, field);
  if (isObject(template)) {
    return { template, path: [field], isProvider: given(template, 'call_template_type') === undefined };
  }
  const what = typeof template === 'string' ? 'the name of one' : kindOf(template);
  report.error([field], `Must be a call template, not ${what}.`, fix);
  return undefined;
}

function isForUs({ template, path, isProvider }: FoundTemplate, report: DefinitionReport): boolean {
  const field = isProvider && given(template, 'provider_type') !== undefined ? 'provider_type' : 'call_template_type';
  const type = given(template, field);
  if (type === 'cli') return true;
  if (type === undefined) {
    report.error(path, `The field "${field}" is missing.`, 'Write "call_template_type": "cli".', 'key');
  } else if (typeof type !== 'string') {
    report.error([...path, field], `Must be text, not ${kindOf(type)}.`, 'Write "cli".');
  } else {
    const message = `This gate does not support templates of type ${quoteForReport(type)}.`;
    report.error([...path, field], message, 'It runs tools of type "cli"; use another client for this one.');
  }
  return false;
}

const forms = ['command', 'commands', 'command_name'] as const;

function findForm({ template, path }: FoundTemplate, report: DefinitionReport): (typeof forms)[number] | undefined {
  const [form, ...others] = forms.filter((name) => given(template, name) !== undefined);
  if (form === undefined) {
    const fix = 'Write "command" and "args", or a list of "commands".';
    report.error(path, 'The template does not say what to run.', fix, 'key');
  }
  for (const other of others) {
    const fix = 'Keep one of the two.';
    report.error([...path, other], `The template has "${form}" and "${other}": which one is meant?`, fix, 'key');
  }
  return others.length === 0 ? form : undefined;
}

function readSteps(form: (typeof forms)[number], { isProvider }: FoundTemplate, reading: Reading): ReadSteps {
  if (form === 'command') return readSpecification(reading);
  return form === 'commands'
    ? readCommands(reading)
    : readCommandName(isProvider ? 'provider' : 'command_name', reading);
}

export function checkAuth(object: Fields, path: KeyPath, report: DefinitionReport): void {
  if (given(object, 'auth') === undefined) return;
  const fix = `Remove it, and pass credentials to the program in environment variables: "TOKEN": "\${TOKEN}".`;
  report.error([...path, 'auth'], 'A program on this machine cannot be given "auth".', fix);
}

function readDirectory(reading: Reading): Parts | undefined {
  const { template, path, report, dialect, scope } = reading;
  const { name, value } = either(template, ['working_directory', 'working_dir'], path, report);
  const place = [...path, name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value === '' || value.includes('\0')) {
    const what = typeof value === 'string' ? 'this text' : kindOf(value);
    report.error(place, `Must be a directory, not ${what}.`, 'Write a path.');
    return undefined;
  }
  const parts = readText(value, dialect, scope, 0, place);
  checkCertain(parts, scope, place);
  checkDirectory(parts, place, reading);
  return parts;
}

/** One that is written out cannot be helped by any argument. */
function checkDirectory(parts: Parts, place: KeyPath, { options, host: { workspace }, report }: Reading): void {
  const [only] = parts;
  if (options.paths === 'any' || workspace === undefined || parts.length !== 1 || only?.kind !== 'text') return;
  const found = resolveAnywhereInside(resolve(workspace, only.text), { workspace, directory: workspace });
  if ('path' in found) return;
  const fix = 'Ask the owner to set "paths": "any" for this manual, or use a directory in the workspace.';
  report.hint(place, `This directory ${found.reason}: every call will be refused.`, fix);
}

function readTimeout({ template, path, report }: Reading): number | undefined {
  const written = given(template, 'timeout');
  if (written === undefined) return undefined;
  const milliseconds = typeof written === 'number' ? Math.ceil(written * 1_000) : 0;
  if (milliseconds > 0 && milliseconds <= longestDelayMs) return milliseconds;
  const most = Math.floor(longestDelayMs / 1_000);
  report.error([...path, 'timeout'], `Must be a number of seconds, ${most} at most.`, 'Write for example 30.');
  return undefined;
}

function readCapture({ template, path, report }: Reading): boolean {
  const written = given(template, 'capture_output') ?? true;
  if (typeof written === 'boolean') return written;
  report.error([...path, 'capture_output'], `Must be true or false, not ${kindOf(written)}.`, 'Write true.');
  return true;
}
