import type { Actor } from '#app/audit/actor'
import type Document from '#app/documents/document'
import type User from '#app/identity/users/user'
import { EditorLink } from '#app/signing/embedding/editor_link'
import { EmbedLink } from '#app/signing/embedding/embed_link'
import { EmbedOrigins } from '#app/signing/embedding/embed_origins'
import { handOverDevice } from '#app/signing/in_person/hand_over'
import { unit } from '#app/tenancy/current_tenant'
import type { Canaries, Canary } from '../evidence/canary.js'
import type { Word } from './canary_contract.js'
import { send } from './documents.js'
import type { Resources } from './resources.js'

/** To the signing page of the first, for a page elsewhere. */
export async function embedLink(
  document: Document,
  by: Actor,
  canaries: Canaries,
  home: Canary['home']
): Promise<string> {
  const origin = 'https://embedding.example'
  const { token } = await unit(async () => {
    await EmbedOrigins.allow(origin, by)
    return EmbedLink.create(document, document.signers[0].id, origin)
  })
  canaries.remember(home, 'a token that opens a frame', token)
  return token
}

/** To the field editor of a draft, for a page elsewhere: one that waits to be opened, and one that is open. */
export async function editorLinks(
  keyId: string,
  word: Word,
  by: Actor,
  canaries: Canaries,
  home: Canary['home']
): Promise<Resources> {
  const draft = await send(word, by, { isSent: false })
  const origin = 'https://embedding.example'
  const make = () =>
    unit(async () => {
      await EmbedOrigins.allow(origin, by)
      return EditorLink.create(draft, keyId, origin)
    })
  const [waiting, used] = [await make(), await make()]
  const session = (await EditorLink.open(used.token))!
  for (const token of [waiting.token, session])
    canaries.remember(home, 'a token that opens a field editor', token)
  return { 'embed-editor/:token': [waiting.token], 'field-editor/:token': [session] }
}

/** To the signing page of somebody who signs on the owner’s device. */
export async function inPersonLink(
  document: Document,
  { id, name, email }: User,
  by: Actor,
  canaries: Canaries,
  home: Canary['home']
): Promise<string> {
  const [signer] = document.signers
  const host = { id, name, email }
  const handOver = { documentId: document.id, signerId: signer.id, host, by }
  const { token } = await handOverDevice(handOver)
  canaries.remember(home, 'a token that opens a page on a device', token)
  return token
}
