// The licenses of packages that are built into ours, as each of them asks.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `chunks` as the bundler gives them. Returns the names of the packages. */
export function writeLicenses(chunks, file) {
  const directories = new Set();
  for (const { modules = {} } of chunks) {
    for (const [id, { renderedLength }] of Object.entries(modules)) {
      if (renderedLength > 0 && id.includes('/node_modules/')) directories.add(packageOf(id));
    }
  }
  const packages = [...directories].map(describe).sort((left, right) => (left.name < right.name ? -1 : 1));
  const texts = packages.map(({ name, version, text }) => `${name} ${version}\n\n${text}\n`);
  writeFileSync(file, `cmdgate is built with these packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`);
}

function packageOf(id) {
  const directory = dirname(id.replace(/^\0/, '').replace(/\?.*/, ''));
  const manifest = join(directory, 'package.json');
  // Some have a package.json without a name in between, which only says how its files are read.
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name
    ? directory
    : packageOf(`${directory}/`);
}

function describe(directory) {
  const { name, version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  const license = readdirSync(directory).find((one) => /^licen[cs]e/i.test(one));
  if (!license) throw new Error(`${name} cannot be built in: its license is not in it.`);
  return { name, version, text: readFileSync(join(directory, license), 'utf8').trim() };
}
