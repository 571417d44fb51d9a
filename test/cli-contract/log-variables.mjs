// Loaded before a program: writes down which variables of the environment are asked for. What Node itself does in native
// code is not seen.
import { appendFileSync } from 'node:fs';

const file = process.env.VARIABLES_LOG;
const seen = new Set();

const note = (name) => {
  if (typeof name !== 'string' || seen.has(name)) return;
  seen.add(name);
  appendFileSync(file, `${name}\n`);
};

process.env = new Proxy(process.env, {
  get: (target, name) => {
    note(name);
    return target[name];
  },
  has: (target, name) => {
    note(name);
    return name in target;
  },
  getOwnPropertyDescriptor: (target, name) => {
    note(name);
    return Object.getOwnPropertyDescriptor(target, name);
  },
  ownKeys: (target) => {
    note('*');
    return Object.getOwnPropertyNames(target);
  },
});
