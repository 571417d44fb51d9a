// The public API of `cmdgate/utcp`. A name listed here is a promise.

export type { UtcpResult } from '../../../renderings/utcp.js';
export type { DefinitionProblem as ManualProblem } from '../../../sources/parameters/definition-report.js';
export { type CallOptions, callTool } from './call-tool.js';
export { loadManual } from './load-manual.js';
export type { Manual, ManualTool } from './manual.js';
export { ManualError } from './manual-error.js';
export type { LoadOptions } from './manual-settings.js';
export { UtcpError } from './utcp-error.js';
