import { DAY_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import type Document from '#app/documents/document'
import SignerNotAwaited from '#app/documents/errors/signer_not_awaited'
import SignerNotFound from '#app/documents/errors/signer_not_found'
import { tokenHash } from '#app/documents/signers/signing_link'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import { LIFE_MS, OneTimeLink } from '../links/one_time_link.js'
import EmbeddingRefused from '../errors/embedding_refused.js'
import OriginNotAllowed from '../errors/origin_not_allowed.js'
import SignsInPerson from '../errors/signs_in_person.js'

/** After the end of its page a link is still known as one that is over, for so long. */
const TOLD_MS = DAY_MS

/** What a page in a frame stands for. */
export interface EmbedSession {
  /** SHA-256 of the signer's own link. */
  linkSha256: string
  /** The only one whose pages may show it. */
  origin: string
}

/** Where a link is shown, open or over, and whom it is of. */
export interface EmbedPlace {
  origin: string
  documentId: string
  signerId: string
}

export interface EmbedLink {
  token: string
  openUntil: Date
}

const OPEN = `
  update embed_links e set opened_at = $2, ends_at = $3 from embed_origins o
   where e.open_sha256 = $1 and e.opened_at is null and e.open_until > $2 and o.origin = e.origin
  returning e.id, e.salt`

const LINK = new OneTimeLink('embed', 'eml', OPEN)

const PLACE = `
  select e.origin, s.id, s.document_id
    from embed_links e join embed_origins o on o.origin = e.origin join signers s on s.id = e.signer_id
   where e.open_sha256 = $1 or e.session_sha256 = $1`

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
    const { token, openUntil, row } = await LINK.make(now)
    const link = { ...row, signer_id: signer.id, link_sha256: signer.tokenSha256, origin }
    const [allowed] = await CurrentTenant.batch([
      query<RowOf<'embed_origins', 'origin'>>(
        'select origin from embed_origins where origin = $1',
        [origin]
      ),
      { text: FORGET, values: [new Date(now.getTime() - LIFE_MS - TOLD_MS)] },
      insertion('embed_links', [link]),
    ])
    if (allowed.length === 0) throw new OriginNotAllowed(origin)
    return { token, openUntil }
  },

  environment: (token: string): Environment | null => LINK.environment(token),

  /** Once. @returns the token that the page goes on with */
  open: (token: string): Promise<string | null> => LINK.open(token),

  sessionEnvironment: (token: string): Environment | null => LINK.sessionEnvironment(token),

  /** Of either token, used up or not; null for one that nobody has, and for an origin that is allowed no more. */
  async place(token: string): Promise<EmbedPlace | null> {
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'embed_links', 'origin'> & RowOf<'signers', 'id' | 'document_id'>>(PLACE, [
        tokenHash(token),
      ]),
    ])
    return row ? { origin: row.origin, documentId: row.document_id, signerId: row.id } : null
  },

  async session(token: string): Promise<EmbedSession | null> {
    const now = await tenantClock.read()
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'embed_links', 'link_sha256' | 'origin'>>(SESSION, [tokenHash(token), now]),
    ])
    return row ? { linkSha256: row.link_sha256, origin: row.origin } : null
  },
}
