/**
 * What an installation chooses. A domain declares the shape of its own in `configuration.ts`; `start/configuration.ts` gives the values when the
 * application registers its providers, before any of them boots. Values are read when they are needed, never while a module loads.
 */
export class Setting<T> {
  #given: { value: T } | undefined

  constructor(private name: string) {}

  /** Once, at start; tests give another value and then the first one again. */
  give(value: T): void {
    this.#given = { value }
  }

  /** @throws an error that names the setting: nothing goes on with a guess */
  get value(): T {
    if (!this.#given) throw new Error(`The setting "${this.name}" was read before it was given`)
    return this.#given.value
  }
}
