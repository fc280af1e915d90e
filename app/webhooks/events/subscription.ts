/** SQL: whether a row of `webhook_endpoints` subscribes to an event of this name, also in SQL. */
export function subscribesTo(name: string): string {
  return `events && array['*', ${name}, split_part(${name}, '.', 1) || '.*']`
}
