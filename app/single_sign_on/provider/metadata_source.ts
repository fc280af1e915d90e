import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlTimedOut from '#app/foundation/errors/url_timed_out'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import { publicHttp, type HttpAnswer } from '#app/foundation/outbound/public_http'
import { MAX_METADATA_BYTES } from '../gate/limits.js'
import { must, Rejection } from '../gate/rejection.js'

const TIMEOUT_MS = 5_000
const MAX_REDIRECTS = 3
const MAX_ETAG = 200
const OK = 200
const NOT_MODIFIED = 304
const REDIRECTS = [301, 302, 303, 307, 308]

export interface FetchedMetadata {
  text: string
  /** The server's mark of this version. */
  etag: string | null
}

/**
 * Fetches metadata from an address that an administrator has given, at public addresses alone.
 *
 * @param etag  of the version that is known
 * @returns null where the server says that it is still that version
 * @throws Rejection, which says what is wrong with the address or the answer
 */
export async function fetchMetadata(
  url: string,
  etag: string | null = null
): Promise<FetchedMetadata | null> {
  const endsAt = performance.now() + TIMEOUT_MS
  let at = url
  for (let hops = 0; ; hops += 1) {
    assertSecure(at)
    const answer = await asked(at, etag, endsAt - performance.now())
    if (answer.status === NOT_MODIFIED && etag !== null) return null
    if (!REDIRECTS.includes(answer.status)) return read(answer)
    must(hops < MAX_REDIRECTS, 'request', 'E_METADATA_REDIRECT', { received: at })
    at = sameHost(answer, at)
  }
}

/** A metadata document decides who people are: nobody on the way may change it. */
function assertSecure(url: string): void {
  const isSecure = url.startsWith('https://') || publicHttp.mayUsePrivate('sso')
  must(isSecure, 'request', 'E_METADATA_HTTPS', { received: url })
}

async function asked(url: string, etag: string | null, timeoutMs: number): Promise<HttpAnswer> {
  try {
    return await publicHttp.request({
      url,
      purpose: 'sso',
      headers: {
        accept: 'application/samlmetadata+xml, application/xml, text/xml',
        ...(etag !== null && { 'if-none-match': etag }),
      },
      timeoutMs: Math.max(1, timeoutMs),
      maxBytes: MAX_METADATA_BYTES + 1,
    })
  } catch (error) {
    if (error instanceof UrlForbidden) throw new Rejection('request', 'E_METADATA_FORBIDDEN')
    if (error instanceof UrlTimedOut) throw new Rejection('request', 'E_METADATA_TIMEOUT')
    if (error instanceof UrlUnreachable) throw new Rejection('request', 'E_METADATA_UNREACHABLE')
    throw error
  }
}

function read({ status, body, headers }: HttpAnswer): FetchedMetadata {
  must(status === OK, 'request', 'E_METADATA_STATUS', {
    expected: String(OK),
    received: String(status),
  })
  must(body.length <= MAX_METADATA_BYTES, 'size', 'E_SIZE', {
    expected: `at most ${MAX_METADATA_BYTES} bytes`,
  })
  const { etag } = headers
  const mark = typeof etag === 'string' && etag.length <= MAX_ETAG ? etag : null
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(body), etag: mark }
  } catch {
    throw new Rejection('characters', 'E_UTF8')
  }
}

function sameHost({ headers }: HttpAnswer, from: string): string {
  const location = typeof headers.location === 'string' ? headers.location : ''
  const next = URL.parse(location, from)
  must(next?.origin === new URL(from).origin, 'request', 'E_METADATA_REDIRECT', {
    received: location || 'none',
  })
  return next.href
}
