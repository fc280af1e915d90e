import FileTooLarge from '../errors/file_too_large.js'
import { LIMITS } from '../limits.js'

/** How large a file may be that somebody sends, and what they are told when it is larger. */
export const FILE_LIMIT = {
  bytes: LIMITS.fileBytes,
  refusal: () => new FileTooLarge(LIMITS.fileBytes),
} as const
