// What `cmdgate contract check` and `cmdgate conformance` do, as functions.
export { renderReport } from './conformance/render-report.js';
export type { ConformanceReport } from './conformance/report.js';
export { type ConformanceOptions, runConformance } from './conformance/run-conformance.js';
export { readCases } from './contract/cases/read-cases.js';
export { checkContract, NotStartedError } from './contract/check-contract.js';
export { renderScorecard } from './contract/render-scorecard.js';
export { requirements } from './contract/requirements.js';
