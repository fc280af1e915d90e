/** What to change in values; what is a function makes it of the value that is stored by then. */
export type Changes<T> = { [K in keyof T]?: T[K] | ((now: T[K]) => T[K]) }

/** @param now  as it is stored, under its lock */
export function applied<T extends object>(changes: Changes<T>, now: T): Partial<T> {
  const pairs = Object.entries(changes).map(([name, change]) => [
    name,
    typeof change === 'function' ? change(now[name as keyof T]) : change,
  ])
  return Object.fromEntries(pairs)
}
