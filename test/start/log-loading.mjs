// Preloaded by the test: writes the address of every module that is resolved to the file named in LOADED.
import { appendFileSync } from 'node:fs';
import { Module, register } from 'node:module';

const file = process.env.LOADED;
register(
  `data:text/javascript,${encodeURIComponent(`
    import { appendFileSync } from 'node:fs';
    export async function resolve(specifier, context, next) {
      const result = await next(specifier, context);
      appendFileSync(${JSON.stringify(file)}, result.url + '\\n');
      return result;
    }`)}`,
);

// CommonJS modules have a loader of their own.
const load = Module._load;
Module._load = (request, ...rest) => {
  appendFileSync(file, `${request}\n`);
  return load(request, ...rest);
};
