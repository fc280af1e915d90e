import { isDeepStrictEqual } from 'node:util'
import type { Changes } from '#app/foundation/changes'
import ChangedMeanwhile from '#app/foundation/errors/changed_meanwhile'

/**
 * A form carries what it began with. Of two people, or two tabs, who change one thing at the same time, each changes what they have
 * touched: the rest stays as it is by then.
 */
export const InitialValues = {
  write(values: object): string {
    return JSON.stringify(values)
  },

  /** @returns those that differ from what the form began with; all of them where it does not say */
  changed<T extends object>(values: T, initial: string): Partial<T> {
    const before = parsed(initial)
    const touched = Object.entries(values).filter(
      ([name, value]) => !isDeepStrictEqual(value, before[name])
    )
    return Object.fromEntries(touched) as Partial<T>
  },

  /**
   * The same where values are lists whose order says nothing: of these, what was added and what was taken out.
   *
   * @param lists  how many entries each may have
   * @returns functions for lists, which throw ChangedMeanwhile where nothing, or too much, would be in the list
   */
  changes<T extends object, L extends keyof T>(
    values: T,
    initial: string,
    lists: Record<L, number>
  ): Partial<Omit<T, L>> & Changes<Pick<T, L>> {
    const before = parsed(initial)
    const touched = Object.entries(this.changed(values, initial)).flatMap(([name, value]) => {
      const most = (lists as Partial<Record<string, number>>)[name]
      const isList = most !== undefined && Array.isArray(value) && before[name] !== undefined
      if (!isList) return [[name, value]]
      const change = new ListChange(value, [before[name] ?? []].flat())
      return change.isNone
        ? []
        : [[name, (now: unknown[] | null) => change.of(now ?? [], { name, most })]]
    })
    return Object.fromEntries(touched) as Partial<Omit<T, L>> & Changes<Pick<T, L>>
  },
}

class ListChange {
  readonly #sent: unknown[]
  readonly #added: unknown[]
  readonly #removed: unknown[]

  constructor(sent: unknown[], before: unknown[]) {
    this.#sent = sent
    this.#added = sent.filter((one) => !before.includes(one))
    this.#removed = before.filter((one) => !sent.includes(one))
  }

  get isNone(): boolean {
    return this.#added.length === 0 && this.#removed.length === 0
  }

  /** A list without entries often limits nothing: it is only stored where it was sent so. */
  of(now: unknown[], { name, most }: { name: string; most: number }): unknown[] {
    const kept = now.filter((one) => !this.#removed.includes(one))
    const list = [...new Set([...kept, ...this.#added])]
    if (list.length > most || (list.length === 0 && this.#sent.length > 0))
      throw new ChangedMeanwhile(name)
    return list
  }
}

function parsed(initial: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(initial)) as Record<string, unknown>
  } catch {
    return {}
  }
}
