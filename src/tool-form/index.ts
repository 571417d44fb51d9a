// The template language. A name listed here is a promise; every other file may change freely.

export type { ArgumentProfile } from './argument-characters.js';
export { type CompiledTemplate, compileTemplate, type Rendered, type Template } from './compile-template.js';
export type { SchemaCheck, TemplateOptions } from './compiler.js';
export { defaultLimits, type Limits } from './limits.js';
export type { Headers } from './node.js';
export type { VectorOptions } from './read-vector.js';
export { ToolFormError, type ToolFormErrorCode } from './tool-form-error.js';
export type { Scalar, Value, ValueObject } from './value.js';
