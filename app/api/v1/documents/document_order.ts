import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { clientInfo } from '#app/front_door/client_info'
import { anchoredParties } from '#app/documents/drafts/anchored_parties'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import { draftVersion } from '#app/documents/drafts/draft_version'
import { assertEditable, type Revision } from '#app/documents/drafts/revision'
import { taggedFields } from '#app/documents/drafts/tagged_fields'
import type { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { Vault } from '#app/documents/files/vault'
import { planOf } from '../input/reminders.js'
import type { documentValidator, revisionValidator } from '../validators/document_validator.js'
import { daysOf } from '../validators/rules.js'
import { foundDocument } from './found_document.js'

type Wanted = Omit<Infer<typeof documentValidator>, 'send'>

/** What the caller wants, in the words of the domain: every field in its place, with those that tags in the text of the file ask for. */
export async function documentOrder(
  { expiresIn, reminders, textTags = false, signers, fields, ...wanted }: Wanted,
  upload: AcceptedPdf,
  { caller, request }: HttpContext
): Promise<DraftInput> {
  const parties = { part: 'signers', people: signers, fields } as const
  const placed = await anchoredParties(parties, () => upload)
  const tagged = textTags ? await taggedFields(upload, placed.people) : []
  return {
    ...wanted,
    signers: placed.people,
    fields: [...placed.fields, ...tagged],
    expiresInDays: expiresIn === undefined ? undefined : daysOf(expiresIn),
    reminders: planOf(reminders),
    by: caller.actor(clientInfo(request)),
  }
}

type WantedRevision = Omit<
  Infer<typeof revisionValidator>,
  'expiresIn' | 'labels' | 'reminders'
> & { expiresInDays?: number }

/**
 * What is to be different about the draft that the path names, every field in its place.
 *
 * @returns with the version of the draft in which anchors were looked for; none where there are no anchors
 * @throws DocumentNotFound, DocumentTransitionRefused, and what anchors are refused with
 */
export async function draftRevision(
  { signers, fields, ...wanted }: WantedRevision,
  ctx: HttpContext
): Promise<{ revision: Revision; version?: string }> {
  let version: string | undefined
  const parties = { part: 'signers', people: signers ?? [], fields } as const
  const placed = await anchoredParties(parties, async () => {
    const draft = await foundDocument(ctx)
    assertEditable(draft)
    version = draftVersion(draft)
    const vault = await Vault.open(draft)
    return { canonical: await vault.read(draft.canonicalFile), pages: draft.pages }
  })
  const revision = {
    ...wanted,
    ...(signers && { signers: placed.people }),
    ...(fields && { fields: placed.fields }),
  }
  return { revision, version }
}
