// Names files that tools run code from, and repositories, that changed while a program ran. Nobody is asked about them:
// an agent that works on a project has to write them. Whoever reads the answer should know.

import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { glanceAt, missing, readHeld } from '../../machine/files/file-digest.js';
import { RepositoryTraps } from './repository-traps.js';

/** In small letters. Below these names a tool finds what it should run. */
const instructions = new Set(
  `package.json makefile gnumakefile justfile .justfile taskfile.yml taskfile.yaml rakefile gemfile setup.py setup.cfg
  pyproject.toml tox.ini noxfile.py conftest.py sitecustomize.py usercustomize.py dockerfile containerfile compose.yml
  compose.yaml docker-compose.yml docker-compose.yaml cmakelists.txt build.gradle build.gradle.kts settings.gradle
  settings.gradle.kts pom.xml build.xml build.rs cargo.toml mix.exs jenkinsfile .gitlab-ci.yml .travis.yml
  azure-pipelines.yml bitbucket-pipelines.yml .drone.yml appveyor.yml .pre-commit-config.yaml lefthook.yml
  lefthook.yaml .lefthook.yml .envrc .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pypirc .bazelrc workspace.bazel
  module.bazel tiltfile vagrantfile procfile deno.json deno.jsonc bunfig.toml turbo.json nx.json lerna.json
  .babelrc .eslintrc.js .eslintrc.cjs .gitattributes .gitmodules .mcp.json`
    .split(/\s+/)
    .filter(Boolean),
);

/** Settings of a tool that are a program: `vite.config.ts`. */
const configModule = /^(?!cmdgate\.)[\w.-]+\.config\.[cm]?[jt]s$/i;

/** Folders in which every file is one: those of them that can be seen at a glance. */
const instructionFolders = ['.circleci', '.github/workflows', '.github/actions'];

const mostTraps = 4;

/** More directories than this beside each other are not looked into. */
const mostFolders = 100;

const lifecycle = [
  'scripts',
  'bin',
  'main',
  'exports',
  'workspaces',
  'lint-staged',
  'husky',
  'simple-git-hooks',
  'pre-commit',
];

interface Place {
  /** Of the directory itself: it changes with its names. */
  glance: string;
  /** By path: the files, and what each was at a glance. */
  readonly files: Map<string, string>;
  /** Directories beside them, for repositories that appear there. */
  readonly folders: Map<string, string>;
}

/** A look at a bounded number of names; the tree is not walked. */
export class NamedChanges {
  readonly #workspace: string;
  readonly #places = new Map<string, Place>();
  /** Of each package.json: what in it runs code. */
  readonly #scripts = new Map<string, string>();
  /** Below the workspace, not the one that it is. */
  readonly #repositories = new Map<string, RepositoryTraps>();
  readonly #pending = new Set<string>();

  constructor(workspace: string) {
    this.#workspace = workspace;
  }

  /** What changed before is told by nobody, unless programs were running then. */
  begin(directory: string | undefined, isIdle: boolean): void {
    const changed = this.#lookAll(directory);
    for (const name of isIdle ? [] : changed) this.#pending.add(name);
  }

  /** As they are told: relative to the workspace. */
  end(directory: string | undefined): readonly string[] {
    const changed = new Set([...this.#pending, ...this.#lookAll(directory)]);
    this.#pending.clear();
    return [...changed];
  }

  #lookAll(directory: string | undefined): readonly string[] {
    return this.#directories(directory).flatMap((place) => this.#look(place));
  }

  #directories(directory: string | undefined): readonly string[] {
    const own = directory === undefined || directory === this.#workspace ? [] : [directory];
    const known = [this.#workspace, ...own];
    return [...known, ...instructionFolders.map((folder) => join(this.#workspace, folder))];
  }

  #look(directory: string): readonly string[] {
    const glance = glanceAt(directory);
    const earlier = this.#places.get(directory);
    if (!earlier && glance === missing) {
      // When it is there the next time, everything in it is new.
      this.#places.set(directory, { glance, files: new Map(), folders: new Map() });
      return [];
    }
    const isFirst = earlier === undefined;
    const place = earlier ?? { glance: '', files: new Map(), folders: new Map() };
    this.#places.set(directory, place);
    if (place.glance !== glance) this.#list(directory, place, isFirst);
    place.glance = glance;
    const changed = [...this.#lookAtFiles(place), ...this.#lookAtFolders(place, isFirst)];
    return isFirst ? [] : changed;
  }

  /** What is new there is put down as missing, so that the look that follows finds it. */
  #list(directory: string, { files, folders }: Place, isFirst: boolean): void {
    const isAll = instructionFolders.some((folder) => join(this.#workspace, folder) === directory);
    for (const { name, isFolder } of entriesOf(directory)) {
      const path = join(directory, name);
      if (isFolder && name !== '.git' && name !== 'node_modules' && !folders.has(path) && folders.size < mostFolders) {
        // A directory that is new can be a repository already.
        folders.set(path, isFirst ? glanceAt(path) : '');
        if (isFirst && isRepository(path)) this.#repositories.set(path, new RepositoryTraps(path));
      }
      const isNamed = isAll || instructions.has(name.toLowerCase()) || configModule.test(name);
      if (isFolder || !isNamed || files.has(path)) continue;
      files.set(path, isFirst ? glanceAt(path) : missing);
      if (name === 'package.json') this.#scripts.set(path, isFirst ? scriptsOf(path) : '{}');
    }
  }

  #lookAtFiles({ files }: Place): readonly string[] {
    return [...files].flatMap(([path, before]) => {
      const glance = glanceAt(path);
      if (glance === before) return [];
      files.set(path, glance);
      const scripts = this.#scripts.get(path);
      // Something empty may stand in the place of a missing file while a program runs.
      if (scripts === undefined) return isNothing(path) ? [] : [this.#name(path)];
      const now = scriptsOf(path);
      this.#scripts.set(path, now);
      return now === scripts ? [] : [`${this.#name(path)} (scripts)`];
    });
  }

  #lookAtFolders({ folders }: Place, isFirst: boolean): readonly string[] {
    return [...folders].flatMap(([path, before]) => {
      const known = this.#repositories.get(path);
      if (known) return this.#tellTraps(path, known.look());
      const glance = glanceAt(path);
      if (glance === before) return [];
      folders.set(path, glance);
      if (isFirst || !isRepository(path)) return [];
      const made = new RepositoryTraps(path, 'unseen');
      this.#repositories.set(path, made);
      return [`${this.#name(path)} (a git repository)`, ...this.#tellTraps(path, made.look())];
    });
  }

  /** What git would run for whoever works in a repository below: settings and hooks that are new there. */
  #tellTraps(path: string, traps: readonly string[]): readonly string[] {
    return traps.length === 0 ? [] : [`${this.#name(path)} (git runs ${traps.slice(0, mostTraps).join(', ')} there)`];
  }

  #name(path: string): string {
    return relative(this.#workspace, path)
      .slice(0, 200)
      .replace(/[^\x20-\x7e\p{L}\p{N}]|[`*|<>]/gu, '\uFFFD');
  }
}

/** One with a work tree, or a directory that git takes for one without. */
function isRepository(path: string): boolean {
  const has = (name: string) => glanceAt(join(path, name)) !== missing;
  return has('.git') || (has('HEAD') && (has('objects') || has('commondir')));
}

function isNothing(path: string): boolean {
  const { digest, bytes } = readHeld(path);
  return digest === missing || bytes?.length === 0;
}

function scriptsOf(path: string): string {
  try {
    const value = JSON.parse(readHeld(path).bytes?.toString('utf8') ?? '{}') as Readonly<Record<string, unknown>>;
    return JSON.stringify(Object.fromEntries(lifecycle.flatMap((key) => (key in value ? [[key, value[key]]] : []))));
  } catch {
    return 'unreadable';
  }
}

function entriesOf(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isFolder: entry.isDirectory(),
    }));
  } catch {
    return [];
  }
}
