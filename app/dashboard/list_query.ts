import { PlaceInList } from './place_in_list.js'

/** What was chosen of what there is; nothing, where that makes no sense. */
export function choiceOf<T extends object>(known: T, value: unknown): (keyof T & string) | '' {
  return typeof value === 'string' && Object.hasOwn(known, value) ? (value as keyof T & string) : ''
}

/** What was asked of a list, as a part of an address to come back to. */
export function listQuery(asked: Record<string, string>, after: PlaceInList | null): string {
  const query = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))
  if (after) query.set('after', PlaceInList.write(after))
  return query.size > 0 ? `?${query.toString()}` : ''
}
