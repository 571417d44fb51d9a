// Settings that commands write, the files that decide about an answer, and the directory that it belongs to.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bin, finish, makeDirectory, start } from '../cli/process.js';
import { readDocument } from './contract-cli.js';
import { interruptWork, work } from './work-cli.js';

const mode = (file: string) => (statSync(file).mode & 0o777).toString(8);
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

function newPlace() {
  const [cwd, home] = [makeDirectory(), makeDirectory()];
  return {
    options: { cwd, environment: { HOME: home, XDG_STATE_HOME: join(home, 'state') } },
    local: join(cwd, '.work-config.json'),
    global: join(home, '.config', 'work', 'config.json'),
    cwd,
    home,
  };
}

describe('REQ-C-025: settings', () => {
  test('are written into the workspace, and read again', async () => {
    const { options, local, cwd, home } = newPlace();
    const { code, envelope } = await work(['config', 'set', 'color', 'red'], options);
    expect([code, envelope.data, envelope.warnings]).toEqual([
      0,
      { effect: 'updated', file: local, scope: 'local' },
      [],
    ]);
    await work(['config', 'set', 'size', '7'], options);
    expect([json(local), readdirSync(cwd)]).toEqual([{ color: 'red', size: '7' }, ['.work-config.json']]);
    expect(readdirSync(home)).not.toContain('.config');
    await work(['config', 'set', 'color'], options);
    expect((await work(['config', 'show'], options)).envelope.data).toEqual({ size: '7' });
  });

  test('with --global are the user’s, which is told with the file', async () => {
    const { options, local, global, cwd } = newPlace();
    const { envelope } = await work(['config', 'set', 'color', 'blue', '--global'], options);
    expect(envelope.data).toEqual({ effect: 'updated', file: global, scope: 'global' });
    expect(envelope.warnings).toEqual([
      { code: 'GLOBAL_SETTINGS', message: `These settings apply to all workspaces; they are in ${global}.` },
    ]);
    expect([json(global), mode(global), readdirSync(cwd)]).toEqual([{ color: 'blue' }, '600', []]);
    writeFileSync(local, '{"color":"red"}');
    expect((await work(['config', 'show'], options)).envelope.data).toEqual({ color: 'red' });
  });

  test('REQ-O-015: --show-config tells the file of each, and shows nothing of a file for this user alone', async () => {
    const { options, local, global } = newPlace();
    await work(['config', 'set', 'color', 'blue', '--global'], options);
    await work(['config', 'set', 'key', 'canary-4711', '--global'], options);
    await work(['config', 'set', 'color', 'red'], options);
    const shown = async (...more: string[]) => {
      const { envelope } = await work(['--show-config', ...more], options);
      return envelope.data.settings.filter(({ key }: { key: string }) => key.startsWith('settings'));
    };
    const [ofUser, ofWorkspace] = [
      { key: 'settings.key', value: '[REDACTED]', source: global },
      { key: 'settings.color', value: 'red', source: local },
    ];
    expect(await shown()).toEqual([ofWorkspace, ofUser]);
    expect(await shown('--no-config')).toEqual([]);
    writeFileSync(local, 'broken');
    const unreadable = { key: 'settings', value: 'cannot be read', source: local };
    expect(await shown()).toEqual([{ ...ofUser, key: 'settings.color' }, ofUser, unreadable]);
  });

  test('REQ-O-016: --no-config leaves them out, also before the lines of a plan', async () => {
    const { options, local } = newPlace();
    writeFileSync(local, '{"color":"red"}');
    const { envelope } = await work(['config', 'show', '--no-config'], options);
    expect([envelope.data, envelope.meta.config_sources]).toEqual([{}, []]);
    const plan = join(options.cwd, 'plan.jsonl');
    writeFileSync(plan, '{"_cmd":"config.show"}');
    const lines = await work(['exec', '--input-file', plan, '--no-config'], options);
    expect([lines.envelope.data, lines.envelope.meta.config_sources]).toEqual([{}, []]);
  });

  test('a dry run writes none', async () => {
    const { options, cwd, global } = newPlace();
    const { envelope } = await work(['config', 'set', 'a', 'b', '--global', '--dry-run'], options);
    expect([envelope.data.file, readdirSync(cwd), readdirSync(options.environment.HOME)]).toEqual([global, [], []]);
  });

  test('a secret among them is for this user alone, and stays so', async () => {
    const { options, local } = newPlace();
    await work(['config', 'set', 'color', 'red'], options);
    expect(mode(local)).not.toBe('600');
    const environment = { ...options.environment, KEY: 'a-very-secret-thing' };
    const { stdout, stderr } = await work(['config', 'set', 'key', '--token-from-env', 'KEY'], {
      ...options,
      environment,
    });
    expect(stdout + stderr).not.toContain('a-very-secret-thing');
    expect([mode(local), json(local).key]).toEqual(['600', 'a-very-secret-thing']);
    await work(['config', 'set', 'color', 'blue'], options);
    expect(mode(local)).toBe('600');
  });

  test('those that are written at the same time all stay', async () => {
    const { options, local } = newPlace();
    const keys = Array.from({ length: 6 }, (_, index) => `key${index}`);
    await Promise.all(keys.map((key) => work(['config', 'set', key, key], options)));
    expect(Object.keys(json(local)).sort()).toEqual(keys);
  });

  test('a kill in the middle leaves the old ones or the new ones', async () => {
    const { options, local } = newPlace();
    await work(['config', 'set', 'first', 'stays'], options);
    for (let time = 0; time < 3; time++) {
      await interruptWork(['config', 'set', 'large', '--large', '3000000'], 'SIGKILL', options);
      const { first, large } = json(local);
      expect([first, large.length]).toEqual(['stays', 3_000_000 + large.indexOf('x')]);
    }
  });

  test('a file that cannot be read is told, and stays as it is', async () => {
    const { options, local } = newPlace();
    writeFileSync(local, '{ "color": ');
    const { code, envelope } = await work(['config', 'set', 'color', 'red'], options);
    expect([code, envelope.error.message]).toEqual([4, `The settings in ${local} cannot be read: it is not JSON`]);
    expect(readFileSync(local, 'utf8')).toBe('{ "color": ');
  });

  test('the manifest says where they go, and a command that writes them has to say so', async () => {
    const { config_write_scope: scope, flags } = (await work(['manifest'])).envelope.data.commands['config.set'];
    expect([scope, flags.global.type]).toEqual([{ default: 'local', '--global': 'global' }, 'boolean']);
    expect((await work(['forget'])).stderr).toContain('writesSettings: true');
    const { envelope } = await work(['go'], { environment: { APP: 'safe-settings' } });
    expect(JSON.stringify(envelope.error)).toContain('it is safe and writes settings.');
  });
});

describe('REQ-F-028: the files that decided', () => {
  test('are told with the strongest first, and a mark that changes with them alone', async () => {
    const { options, local, global } = newPlace();
    const meta = async () => {
      const { config_sources: files, config_hash: hash } = (await work(['config', 'show'], options)).envelope.meta;
      return { files, hash };
    };
    expect(await meta()).toEqual({ files: [], hash: undefined });
    await work(['config', 'set', 'a', '1', '--global'], options);
    await work(['config', 'set', 'a', '1'], options);
    const first = await meta();
    expect(first.files).toEqual([local, global]);
    expect(await meta()).toEqual(first);
    await work(['config', 'set', 'a', '2', '--global'], options);
    const second = await meta();
    expect(second.hash).not.toBe(first.hash);
    await work(['config', 'set', 'a', '1', '--global'], options);
    expect(await meta()).toEqual(first);
  });

  test('a configuration is one of them', async () => {
    const cwd = makeDirectory({ 'cmdgate.config.json': '{ "commands": ["a.mjs"] }', 'a.mjs': command });
    const first = await cmdgateMeta(cwd);
    expect(first.config_sources).toEqual([join(cwd, 'cmdgate.config.json')]);
    expect((await cmdgateMeta(cwd)).config_hash).toBe(first.config_hash);
    writeFileSync(join(cwd, 'cmdgate.config.json'), '{ "commands": [ "a.mjs" ] }');
    expect((await cmdgateMeta(cwd)).config_hash).not.toBe(first.config_hash);
  });
});

const command = "export const a = { description: 'A', danger: 'safe', handler: () => ({}) };";

async function cmdgateMeta(cwd: string) {
  const child = start(process.execPath, [bin, 'run', 'a'], { cwd });
  child.stdin.end();
  return readDocument((await finish(child)).stdout).meta;
}

describe('REQ-F-027: where it ran', () => {
  test('the directory of the project is told where it is declared', async () => {
    const root = makeDirectory();
    const cwd = join(root, 'inner');
    mkdirSync(cwd);
    const { meta } = (await work(['config', 'show'], { cwd, environment: { ROOT: root } })).envelope;
    expect([meta.cwd, meta.project_root]).toEqual([cwd, root]);
    expect((await work(['config', 'show'], { cwd })).envelope.meta.project_root).toBeUndefined();
  });

  test('a configuration declares it with its workspace', async () => {
    const files = { 'a.mjs': command, 'place/in/file': '' };
    const declaring = { ...files, 'cmdgate.config.json': '{ "commands": ["a.mjs"], "workspace": "place" }' };
    const root = makeDirectory(declaring);
    const { cwd, project_root } = await cmdgateMeta(join(root, 'place', 'in'));
    expect([cwd, project_root]).toEqual([join(root, 'place', 'in'), join(root, 'place')]);
    const silent = makeDirectory({ ...files, 'cmdgate.config.json': '{ "commands": ["a.mjs"] }' });
    expect((await cmdgateMeta(silent)).project_root).toBeUndefined();
  });
});
