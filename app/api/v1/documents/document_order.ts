import type { HttpContext } from '@adonisjs/core/http'
import type { Infer } from '@vinejs/vine/types'
import { clientInfo } from '#app/front_door/client_info'
import type { DraftInput } from '#app/documents/drafts/draft_input'
import type { documentValidator } from '../validators/document_validator.js'
import { daysOf } from '../validators/rules.js'

type Wanted = Omit<Infer<typeof documentValidator>, 'send'>

/** What the caller wants, in the words of the domain. */
export function documentOrder(
  { expiresIn, message, metadata, redirectUrl, signers, fields, title }: Wanted,
  { caller, request }: HttpContext
): DraftInput {
  return {
    title,
    message,
    expiresInDays: expiresIn === undefined ? undefined : daysOf(expiresIn),
    metadata,
    redirectUrl,
    signers,
    fields,
    by: caller.actor(clientInfo(request)),
  }
}
