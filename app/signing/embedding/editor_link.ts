import { DAY_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import type Document from '#app/documents/document'
import DocumentTransitionRefused from '#app/documents/errors/document_transition_refused'
import { tokenHash } from '#app/documents/signers/signing_link'
import { tenantClock } from '#app/tenancy/clock/tenant_clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type { RowOf } from '#app/tenancy/row'
import { insertion, query } from '#app/tenancy/statement'
import { LIFE_MS, OneTimeLink } from '../links/one_time_link.js'
import OriginNotAllowed from '../errors/origin_not_allowed.js'

/** After its end an editor still says that it is over, for so long. */
const TOLD_MS = DAY_MS

/** An editor in a frame. */
export interface EditorSession {
  id: string
  documentId: string
  /** The API key in whose name fields are placed. */
  keyId: string
  /** The only one whose pages may show it. */
  origin: string
  isOver: boolean
}

export interface EditorLink {
  token: string
  openUntil: Date
}

const OPEN = `
  update editor_links e set opened_at = $2, ends_at = $3 from embed_origins o
   where e.open_sha256 = $1 and e.opened_at is null and e.open_until > $2 and o.origin = e.origin
  returning e.id, e.salt`

const LINK = new OneTimeLink('editor', 'edl', OPEN)

const OF_LINK = `
  select e.document_id, e.origin from editor_links e join embed_origins o on o.origin = e.origin where e.open_sha256 = $1`

const SESSION = `
  select e.id, e.document_id, e.key_id, e.origin, e.ends_at from editor_links e join embed_origins o on o.origin = e.origin
   where e.session_sha256 = $1 and e.ends_at is not null`

const END = 'update editor_links set ends_at = $2 where id = $1 and ends_at > $2'

/** A few each time, so that no sweeper is needed. */
const FORGET = `
  delete from editor_links where id in (
    select id from editor_links where created_at < $1 order by created_at limit 10 for update skip locked)`

/**
 * A way to the field editor of one draft, in the frame of somebody else's: a token that opens once, within minutes, and leads to another that the
 * frame goes on with. Who has it can look at the pages of the draft and place its fields, and nothing else.
 */
export const EditorLink = {
  /**
   * In the unit that tells of it.
   *
   * @throws DocumentTransitionRefused, OriginNotAllowed
   */
  async create(document: Document, keyId: string, origin: string): Promise<EditorLink> {
    if (document.status !== 'draft') throw new DocumentTransitionRefused(document.status, 'edited')
    const now = await tenantClock.read()
    const { token, openUntil, row } = await LINK.make(now)
    const link = { ...row, document_id: document.id, key_id: keyId, origin }
    const [allowed] = await CurrentTenant.batch([
      query<RowOf<'embed_origins', 'origin'>>(
        'select origin from embed_origins where origin = $1',
        [origin]
      ),
      { text: FORGET, values: [new Date(now.getTime() - LIFE_MS - TOLD_MS)] },
      insertion('editor_links', [link]),
    ])
    if (allowed.length === 0) throw new OriginNotAllowed(origin)
    return { token, openUntil }
  },

  environment: (token: string): Environment | null => LINK.environment(token),

  /** Once. @returns the token that the page goes on with */
  open: (token: string): Promise<string | null> => LINK.open(token),

  sessionEnvironment: (token: string): Environment | null => LINK.sessionEnvironment(token),

  /** Which draft it is of and whose pages may show it, used or not; null for a token that nobody has, and for an origin that is allowed no more. */
  async find(token: string): Promise<Pick<EditorSession, 'documentId' | 'origin'> | null> {
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'editor_links', 'document_id' | 'origin'>>(OF_LINK, [tokenHash(token)]),
    ])
    return row ? { documentId: row.document_id, origin: row.origin } : null
  },

  /** Also of an editor whose time is over. */
  async session(token: string): Promise<EditorSession | null> {
    const now = await tenantClock.read()
    const [[row]] = await CurrentTenant.batch([
      query<RowOf<'editor_links', 'id' | 'document_id' | 'key_id' | 'origin'> & { ends_at: Date }>(
        SESSION,
        [tokenHash(token)]
      ),
    ])
    if (!row) return null
    const { id, document_id: documentId, key_id: keyId, origin, ends_at: endsAt } = row
    return { id, documentId, keyId, origin, isOver: endsAt <= now }
  },

  /** Twice is once. */
  async end({ id }: Pick<EditorSession, 'id'>): Promise<void> {
    await CurrentTenant.batch([{ text: END, values: [id, await tenantClock.read()] }])
  },
}
