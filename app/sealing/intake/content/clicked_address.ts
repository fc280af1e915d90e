const SAFE = /^(https?:\/\/|mailto:|tel:)/i
/** Scripts, and what opens files, programs and settings of the reader's own machine or shares of another. */
const HARMFUL =
  /^(?:(?:javascript|vbscript|data|file|smb|shell|ms-[a-z\d+.-]*|search-ms):|[a-z]:[\\/]|\/?\\)/i
/** From a root, or with a scheme. */
const ELSEWHERE = /^(?:[\\/]|[a-z][a-z\d+.-]*:)/i

/** Whether a link may stay where others can be removed. */
export function isSafeAddress(address: string): boolean {
  return SAFE.test(address.trim())
}

/**
 * Whether a link does harm once it is clicked. All others lead to the web at worst, as people write it: `www.example.com:8080`, which
 * has no scheme.
 */
export function isHarmfulAddress(address: string): boolean {
  // readers that follow the web's rules see no blanks or line breaks in a scheme
  return HARMFUL.test(address.replaceAll(/[\p{Cc}\s]/gu, ''))
}

/** Whether a path leads to a file beside the document, or in a folder there. */
export function isBeside(path: string): boolean {
  return !ELSEWHERE.test(path.replaceAll(/[\p{Cc}\s]/gu, ''))
}
