import { expect, test } from 'vitest';
import { settingsFiles } from './settings-files.js';

test.each([
  [{ HOME: '/home/ada' }, '/home/ada/.config/tool/config.json'],
  [{ HOME: '/home/ada', XDG_CONFIG_HOME: '/etc/ada' }, '/etc/ada/tool/config.json'],
  [{ HOME: '/home/ada', XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/tool/config.json'],
  [{ HOME: 'relative' }, undefined],
  [{}, undefined],
])('with %j those of the user are in %s', (environment, global) => {
  expect(settingsFiles('tool', '/srv/workspace', environment)).toEqual({
    local: '/srv/workspace/.tool-config.json',
    global,
  });
});

test('a name with blanks and slashes is one name', () => {
  expect(settingsFiles('my tool/2', '/srv/workspace', {}).local).toBe('/srv/workspace/.my-tool-2-config.json');
});
