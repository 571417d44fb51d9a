import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Report } from './check-configuration.js';
import type { Configuration, ConfiguredCaller } from './configuration.js';
import { type KeyPath, quoteForReport } from './configuration-error.js';
import type { ConfigurationFile } from './configuration-shape.js';
import { expandGlob } from './expand-glob.js';
import { type Environment, resolveSecret, toReason } from './resolve-secret.js';
import type { Secret } from './secret.js';

export interface Surroundings {
  readonly file: string;
  readonly environment: Environment;
  readonly report: Report;
}

/** Turns what stands in the file into what it means here: directories, modules and secrets are looked up. */
export function resolveConfiguration(settings: ConfigurationFile, surroundings: Surroundings): Configuration {
  const workspace = resolveWorkspace(settings.workspace, surroundings);
  const callers = resolveCallers(settings.callers ?? {}, surroundings);
  const { host = '127.0.0.1', port, allowedHosts = [], allowedOrigins = [] } = settings.http ?? {};
  const token = fetchSecret(settings.http?.token, ['http', 'token'], surroundings);
  refuseSharedTokens(callers, token, surroundings.report);
  return {
    file: surroundings.file,
    name: settings.name,
    version: settings.version,
    description: settings.description,
    workspace,
    commandFiles: resolveCommands(settings.commands ?? [], surroundings),
    allow: settings.allow ?? 'everything',
    deny: settings.deny ?? [],
    callers,
    limits: settings.limits ?? {},
    audit: resolveAudit(settings.audit ?? true, workspace, surroundings),
    http: { host, port, token, allowedHosts, allowedOrigins },
  };
}

function resolveWorkspace(workspace: string | undefined, { file, report }: Surroundings): string {
  const path = resolve(dirname(file), workspace ?? '.');
  const fix = 'Name a directory that exists, relative to the configuration file.';
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
    report(['workspace'], { message: `${quoteForReport(path)} is not a directory.`, fix });
  } catch (error) {
    const message = `The directory ${quoteForReport(path)} cannot be used (${toReason(error)}).`;
    report(['workspace'], { message, fix });
  }
  return path;
}

/** A module that can define commands; type declarations look like one and hold nothing that runs. */
const isModule = (file: string) => /\.(?:ts|js|mjs)$/.test(file) && !file.endsWith('.d.ts');

function resolveCommands(globs: readonly string[], { file, report }: Surroundings): readonly string[] {
  const files = new Set<string>();
  for (const [index, glob] of globs.entries()) {
    const place: KeyPath = ['commands', index];
    const expanded = expandGlob(glob, dirname(file));
    if (!expanded.ok) {
      const message = `${quoteForReport(glob)} cannot be searched. ${expanded.message}`;
      report(place, { message, fix: 'Name a directory closer to the modules.' });
      continue;
    }
    const modules = expanded.files.filter(isModule);
    for (const module of modules) files.add(module);
    if (modules.length > 0) continue;
    const message =
      expanded.files.length === 0
        ? `${quoteForReport(glob)} matches no file.`
        : `${quoteForReport(glob)} matches files, but no .ts, .js or .mjs module.`;
    report(place, {
      message,
      fix: `Write it relative to ${quoteForReport(dirname(file))}, for example "commands/*.ts".`,
    });
  }
  return [...files].sort();
}

function resolveCallers(
  callers: NonNullable<ConfigurationFile['callers']>,
  surroundings: Surroundings,
): readonly ConfiguredCaller[] {
  return Object.entries(callers).flatMap(([name, { token: reference, may }]) => {
    const token = fetchSecret(reference, ['callers', name, 'token'], surroundings);
    return token === undefined ? [] : [{ caller: { name, may: may ?? 'everything' }, token }];
  });
}

function fetchSecret(
  reference: string | undefined,
  path: KeyPath,
  { file, environment, report }: Surroundings,
): Secret | undefined {
  if (reference === undefined) return undefined;
  const resolved = resolveSecret(reference, dirname(file), environment);
  if (resolved.ok) return resolved.secret;
  report(path, resolved);
  return undefined;
}

/** Two names behind one token could not be told apart, and one might get what only the other may do. */
function refuseSharedTokens(callers: readonly ConfiguredCaller[], httpToken: Secret | undefined, report: Report): void {
  const owners = new Map<string, string>();
  if (httpToken !== undefined) owners.set(httpToken.reveal(), 'http.token');
  for (const { caller, token } of callers) {
    const owner = owners.get(token.reveal());
    if (owner === undefined) owners.set(token.reveal(), `the caller "${caller.name}"`);
    else {
      const message = `The caller "${caller.name}" has the same token as ${owner}.`;
      report(['callers', caller.name, 'token'], { message, fix: 'Give each its own token.' });
    }
  }
}

function resolveAudit(
  audit: NonNullable<ConfigurationFile['audit']>,
  workspace: string,
  { file, report }: Surroundings,
): Configuration['audit'] {
  if (audit === false) return false;
  const chosen = audit === true ? undefined : audit.file;
  const path = chosen === undefined ? join(workspace, '.cmdgate', 'audit.jsonl') : resolve(dirname(file), chosen);
  const place = chosen === undefined ? ['audit'] : ['audit', 'file'];
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      report(place, { message: `${quoteForReport(path)} is a directory.`, fix: 'Name a file in it.' });
    }
  } catch (error) {
    const message = `${quoteForReport(path)} cannot be used (${toReason(error)}).`;
    report(place, { message, fix: 'Name a file that you may write.' });
  }
  return { file: path };
}
