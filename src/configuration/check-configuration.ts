import { readShape } from '../shape/read-shape.js';
import type { Report } from '../shape/shape.js';
import { byPlace } from './by-place.js';
import { type ConfigurationFile, configurationShape } from './configuration-shape.js';

/** Checks a whole file against its shape, reports every problem, and returns the parts that have none. */
export function checkConfiguration(value: unknown, report: Report): ConfigurationFile {
  return readShape(configurationShape, value, [], report, byPlace(configurationShape)) ?? {};
}
