/** Something that is made when it is asked for the first time. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  get(): Promise<T> {
    this.#made ??= this.#make();
    return this.#made;
  }

  /** Undefined where nobody asked for it, or where it could not be made. */
  async opened(): Promise<T | undefined> {
    return await this.#made?.catch(() => undefined);
  }
}
