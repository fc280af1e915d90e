/** Something that strangers get to see, with every text in it that could name somebody. */
export interface Exhibit {
  name: string
  texts: readonly string[]
}
