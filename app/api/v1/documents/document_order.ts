import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { clientInfo } from '#app/front_door/client_info'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import { taggedFields } from '#app/documents/drafts/tagged_fields'
import type { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { planOf } from '../input/reminders.js'
import type { documentValidator } from '../validators/document_validator.js'
import { daysOf } from '../validators/rules.js'

type Wanted = Omit<Infer<typeof documentValidator>, 'send' | 'textTags'>

/** What the caller wants, in the words of the domain. */
export function documentOrder(
  { expiresIn, reminders, ...wanted }: Wanted,
  { caller, request }: HttpContext
): DraftInput {
  return {
    ...wanted,
    expiresInDays: expiresIn === undefined ? undefined : daysOf(expiresIn),
    reminders: planOf(reminders),
    by: caller.actor(clientInfo(request)),
  }
}

/** The same with the fields that tags in the text of the file ask for, where the caller wants them. */
export async function taggedOrder(
  { textTags = false, ...wanted }: Wanted & { textTags?: boolean },
  upload: AcceptedPdf,
  ctx: HttpContext
): Promise<DraftInput> {
  const order = documentOrder(wanted, ctx)
  if (!textTags) return order
  const tagged = await taggedFields(upload, order.signers)
  return { ...order, fields: [...(order.fields ?? []), ...tagged] }
}
