/** Its beginning, of so many UTF-16 units at most, and never half a character: jsonb takes none, nor does anything that is hashed or put into an address. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}
