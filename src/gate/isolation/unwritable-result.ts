/** What a handler in another process gave cannot be written as JSON, so it could not cross. */
export class UnwritableResult extends Error {
  override readonly name = 'UnwritableResult';
}
