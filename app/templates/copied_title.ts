import { LIMITS } from '#app/documents/limits'

const MARK = ' (copy)'

/** What a duplicate is called, within the length of a title. */
export function copiedTitle(title: string): string {
  return `${[...title].slice(0, LIMITS.title - MARK.length).join('')}${MARK}`
}
