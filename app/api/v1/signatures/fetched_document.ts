import { publicHttp } from '#app/foundation/outbound/public_http'
import FileTooLarge from '#app/documents/errors/file_too_large'
import { LIMITS } from '#app/documents/limits'
import type { DocumentFile } from '../input/document_input.js'
import DocumentUrlRefused from '../errors/document_url_refused.js'

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3

/**
 * The file at an address that somebody else named; what it calls its type does not matter, what it is will be seen.
 *
 * @throws UrlForbidden, UrlUnreachable, DocumentUrlRefused, FileTooLarge
 */
export async function fetchDocument(url: string): Promise<DocumentFile> {
  const answer = await publicHttp.request({
    url,
    purpose: 'documents',
    timeoutMs: TIMEOUT_MS,
    maxBytes: LIMITS.fileBytes,
    maxRedirects: MAX_REDIRECTS,
    headers: { accept: 'application/pdf, */*;q=0.1' },
  })
  if (answer.status < 200 || answer.status > 299) throw new DocumentUrlRefused(answer.status)
  if (answer.truncated) throw new FileTooLarge(LIMITS.fileBytes)
  return { bytes: answer.body, name: fileName(new URL(answer.url)) }
}

/** The last part of the path; the query may hold somebody's signature and is not looked at. */
function fileName({ pathname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
