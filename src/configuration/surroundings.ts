import type { Document, KeyPath } from '../documents/document.js';
import type { Report } from '../shape/shape.js';
import type { Environment } from './resolve-secret.js';

/** What a configuration is resolved in. */
export interface Surroundings {
  readonly file: string;
  readonly locate: Document['locate'];
  readonly environment: Environment;
  readonly report: Report;
  /** Whose memory it is, where several are kept apart. */
  readonly instance: string | undefined;
}

/** Reports everything at one place. */
export function at(surroundings: Surroundings, place: KeyPath): Surroundings {
  return { ...surroundings, report: (_, problem) => surroundings.report(place, problem) };
}
