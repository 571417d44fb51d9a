import type { Caller } from '../vocabulary/request.js';
import type { ConfigurationFile } from './configuration-shape.js';
import type { Secret } from './secret.js';

export interface ConfiguredCaller {
  readonly caller: Caller;
  readonly token: Secret;
}

/** A configuration ready for use: paths are absolute, references are resolved, every file exists. */
export interface Configuration {
  /** Where it was read from. */
  readonly file: string;
  readonly name: string | undefined;
  readonly version: string | undefined;
  readonly description: string | undefined;
  /** A real path. */
  readonly workspace: string;
  /** Real paths, sorted, each once. */
  readonly commandFiles: readonly string[];
  readonly allow: 'everything' | readonly string[];
  readonly deny: readonly string[];
  readonly callers: readonly ConfiguredCaller[];
  readonly limits: NonNullable<ConfigurationFile['limits']>;
  readonly audit: { readonly file: string } | false;
  readonly http: {
    readonly host: string;
    readonly port: number | undefined;
    readonly token: Secret | undefined;
    readonly allowedHosts: readonly string[];
    readonly allowedOrigins: readonly string[];
  };
}
