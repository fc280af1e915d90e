/** What was typed, anywhere in a text; its own % and _ stand for themselves. */
export function anywhere(typed: string): string {
  return `%${typed.replace(/[\\%_]/g, '\\$&')}%`
}
