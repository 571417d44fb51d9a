import { expect, test } from 'vitest';
import { executableCommands } from './executable-commands.js';

test('every command has a description, and one that is not read by the gate is loaded by name', async () => {
  for (const [name, command] of Object.entries(executableCommands)) {
    expect(command.description, name).toMatch(/^[A-Z]/);
    if (command.needs !== 'request') expect(typeof (await command.load()), name).toBe('function');
  }
});
