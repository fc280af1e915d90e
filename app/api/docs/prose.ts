/** Text in which code stands between grave accents. */
export interface Part {
  text: string
  isCode: boolean
}

export function partsOf(words: string): Part[] {
  return words
    .split(/`([^`]+)`/)
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== '')
}
