import { isDeepStrictEqual } from 'node:util'

/**
 * A form carries what it began with. Of two people, or two tabs, who change one thing at the same time, each changes what they have
 * touched: the rest stays as it is by then.
 */
export const InitialValues = {
  write(values: object): string {
    return JSON.stringify(values)
  },

  /**
   * @param initial  as the form brought it back
   * @param lists  names of lists whose order says nothing
   * @returns those that differ from what the form began with; all of them where it does not say
   */
  changed<T extends object>(values: T, initial: string, lists: readonly (keyof T)[] = []) {
    const before = parsed(initial)
    const touched = Object.entries(values).filter(([name, value]) => {
      const isList = lists.includes(name as keyof T)
      return !isDeepStrictEqual(comparable(value, isList), comparable(before[name], isList))
    })
    return Object.fromEntries(touched) as Partial<T>
  },
}

function parsed(initial: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(initial)) as Record<string, unknown>
  } catch {
    return {}
  }
}

function comparable(value: unknown, isList: boolean): unknown {
  return isList && Array.isArray(value) ? value.toSorted() : value
}
