import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import { newId } from '#app/foundation/identifier'
import type Document from '#app/documents/document'
import SignerNotAwaited from '#app/documents/errors/signer_not_awaited'
import SignerNotFound from '#app/documents/errors/signer_not_found'
import { environmentOfToken, linkToken, tokenHash } from '#app/documents/signers/signing_link'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import EmbeddingRefused from '../errors/embedding_refused.js'
import OriginNotAllowed from '../errors/origin_not_allowed.js'
import SignsInPerson from '../errors/signs_in_person.js'

/** How long a link waits to be opened. */
export const OPEN_MS = 5 * MINUTE_MS

/** How long the page that it opened goes on: a contract may be long. */
export const SESSION_MS = 4 * HOUR_MS

const SALT_BYTES = 16

/** What a page in a frame stands for. */
export interface EmbedSession {
  /** SHA-256 of the signer's own link. */
  linkSha256: string
  /** The only one whose pages may show it. */
  origin: string
}

export interface EmbedLink {
  token: string
  openUntil: Date
}

const OPEN = `
  update embed_links e set opened_at = $2, ends_at = $3 from embed_origins o
   where e.open_sha256 = $1 and e.opened_at is null and e.open_until > $2 and o.origin = e.origin
  returning e.id, e.salt`

const ORIGIN = `
  select e.origin from embed_links e join embed_origins o on o.origin = e.origin where e.open_sha256 = $1`

const SESSION = `
  select e.link_sha256, e.origin from embed_links e join embed_origins o on o.origin = e.origin
   where e.session_sha256 = $1 and e.ends_at > $2`

/** A few each time, so that no sweeper is needed. */
const FORGET = `
  delete from embed_links where id in (
    select id from embed_links where created_at < $1 order by created_at limit 10 for update skip locked)`

/**
 * One signer's way to their signing page in the frame of somebody else's: a token that opens once, within minutes, and leads to another that the frame
 * goes on with. It stands for the signer's own link and ends with it.
 */
export const EmbedLink = {
  /**
   * In the unit that tells of it.
   *
   * @throws SignerNotFound, SignerNotAwaited, SignsInPerson, EmbeddingRefused, OriginNotAllowed
   */
  async create(document: Document, signerId: string, origin: string): Promise<EmbedLink> {
    const signer = document.signers.find(({ id }) => id === signerId)
    if (!signer) throw new SignerNotFound()
    if (document.status === 'draft' || !signer.isExpected) throw new SignerNotAwaited(document)
    if (signer.inPerson) throw new SignsInPerson()
    if (signer.identity !== null) throw new EmbeddingRefused()
    const now = await tenantClock.read()
    const { environment } = CurrentTenant.get()
    const seed = { id: newId('eml', environment), salt: randomBytes(SALT_BYTES) }
    const token = await openToken(seed)
    const openUntil = new Date(now.getTime() + OPEN_MS)
    const row = {
      ...seed,
      ...{ signer_id: signer.id, link_sha256: signer.tokenSha256, origin },
      open_sha256: tokenHash(token),
      session_sha256: tokenHash(await sessionToken(seed)),
      ...{ created_at: now, open_until: openUntil },
    }
    const [allowed] = await CurrentTenant.batch([
      query<RowOf<'embed_origins', 'origin'>>(
        'select origin from embed_origins where origin = $1',
        [origin]
      ),
      { text: FORGET, values: [new Date(now.getTime() - OPEN_MS - SESSION_MS)] },
      insertion('embed_links', [row]),
    ])
    if (allowed.length === 0) throw new OriginNotAllowed(origin)
    return { token, openUntil }
  },

  environment(token: string): Environment | null {
    return environmentOfToken('embed-link', token)
  },

  /** Whose pages may show what this leads to, used or not; null for a token that nobody has, and for an origin that is allowed no more. */
  async originOf(token: string): Promise<string | null> {
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'embed_links', 'origin'>>(ORIGIN, [tokenHash(token)]),
    ])
    return row?.origin ?? null
  },

  /** Once: of two who open it at the same time one comes in. @returns the token that the frame goes on with */
  async open(token: string): Promise<string | null> {
    const now = await tenantClock.read()
    const values = [tokenHash(token), now, new Date(now.getTime() + SESSION_MS)]
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'embed_links', 'id' | 'salt'>>(OPEN, values),
    ])
    return row ? sessionToken(row) : null
  },

  sessionEnvironment(token: string): Environment | null {
    return environmentOfToken('embed-session', token)
  },

  async session(token: string): Promise<EmbedSession | null> {
    const now = await tenantClock.read()
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'embed_links', 'link_sha256' | 'origin'>>(SESSION, [tokenHash(token), now]),
    ])
    return row ? { linkSha256: row.link_sha256, origin: row.origin } : null
  },
}

type Seed = Pick<RowOf<'embed_links'>, 'id' | 'salt'>

function openToken({ id, salt }: Seed): Promise<string> {
  return linkToken('embed-link', { id, version: 1, counter: 0, salt })
}

function sessionToken({ id, salt }: Seed): Promise<string> {
  return linkToken('embed-session', { id, version: 1, counter: 0, salt })
}
