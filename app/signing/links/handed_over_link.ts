import Document from '#app/documents/document'
import type { Delegation } from '#app/documents/signers/delegations'
import { tokenHash } from '#app/documents/signers/signing_link'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { readOnlyModels } from '#app/tenancy/models/read_only_models'
import type { RowOf } from '#app/tenancy/row'
import { query } from '#app/tenancy/statement'
import { EmbedLink } from '../embedding/embed_link.js'

/** A link that its signer handed over: it lets nobody in, and says why. */
export interface HandedOverLink {
  /** Only what a page about it needs. */
  document: Pick<Document, 'id' | 'brand'>
  signerId: string
  delegation: Delegation
  /** Whose pages may show that in a frame; null for nobody's. */
  frameOrigin: string | null
}

const OF_LINK = "delegations <> '[]' and delegations @> $1::jsonb"
const SIGNER = `select id, delegations from signers where ${OF_LINK}`
const DOCUMENT = `select id, brand from documents where id = (select document_id from signers where ${OF_LINK})`

/** In the environment that the token names; null for a link that was not handed over. */
export async function handedOverLink(token: string): Promise<HandedOverLink | null> {
  const isFramed = EmbedLink.sessionEnvironment(token) !== null
  const framed = isFramed ? await EmbedLink.session(token) : null
  if (isFramed && !framed) return null
  const link = framed?.linkSha256 ?? tokenHash(token)
  const values = [JSON.stringify([{ link }])]
  const [[signer], documents] = await CurrentTenant.batch([
    query<RowOf<'signers', 'id'> & { delegations: Delegation[] }>(SIGNER, values),
    { text: DOCUMENT, values },
  ])
  const delegation = signer?.delegations.find((one) => one.link === link)
  if (!delegation) return null
  const [document] = readOnlyModels(Document, documents)
  return { document, signerId: signer.id, delegation, frameOrigin: framed?.origin ?? null }
}
