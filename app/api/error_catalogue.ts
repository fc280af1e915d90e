import { ACCESS } from './catalogue/access.js'
import { CONTENT } from './catalogue/content.js'
import { FINDING } from './catalogue/finding.js'
import { PACE } from './catalogue/pace.js'
import { READING } from './catalogue/reading.js'
import { SERVICE } from './catalogue/service.js'
import { STATE } from './catalogue/state.js'

export type { ErrorEntry } from './catalogue/error_entry.js'

/** Every code that an operation of the API may answer with, by status; the documentation and its page are written from this. */
export const ERROR_CATALOGUE = [
  ...READING,
  ...ACCESS,
  ...FINDING,
  ...STATE,
  ...CONTENT,
  ...PACE,
  ...SERVICE,
]

export type ErrorCode = (typeof ERROR_CATALOGUE)[number]['code']
