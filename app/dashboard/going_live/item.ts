/** A step of the checklist. */
export interface Item {
  key: string
  title: string
  /** Open is what works as it is and could be better. */
  state: 'done' | 'missing' | 'open'
  text: string
  link?: { text: string; href: string }
}
