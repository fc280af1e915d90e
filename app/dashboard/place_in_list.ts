import { isIdentifier } from '#app/foundation/identifier'

/** After which row a page of the list begins: by time and id, so that nothing is skipped or repeated while rows are added. */
export interface PlaceInList {
  createdAt: Date
  id: string
}

export const PlaceInList = {
  write({ createdAt, id }: PlaceInList): string {
    return `${createdAt.getTime().toString(36)}-${id}`
  },

  /** Null for what is no place: the list then starts at its beginning. */
  read(text: unknown, prefix = 'doc'): PlaceInList | null {
    if (typeof text !== 'string') return null
    const [time, id] = text.split('-')
    const createdAt = new Date(Number.parseInt(time, 36))
    const isTime = /^[0-9a-z]{1,9}$/.test(time) && !Number.isNaN(createdAt.getTime())
    return isTime && isIdentifier(prefix, id) ? { createdAt, id } : null
  },
}
