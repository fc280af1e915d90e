import type { HttpContext } from '@adonisjs/core/http'
import type { Gate } from '#app/signing/links/gate'
import { isAccessFailure } from '#app/signing/links/access_failure'
import { noteAccessFailure } from '#app/signing/links/access_failures'
import { notedAfterwards } from './noted_afterwards.js'
import { signerClient } from './signer_steps.js'

/** Gates at which already the page says that the link is dead, and the codes that an attempt to act would get. */
const DEAD: Partial<Record<Gate, string>> = {
  expired: 'signing_link_expired',
  voided: 'document_voided',
}

/** The page of a link that is dead was asked for. */
export function noteDeadLink(ctx: HttpContext): void {
  noteRefusedAccess(ctx, DEAD[ctx.signing.gate] ?? '')
}

/** @param code  of the refusal; one that is not about access leaves no entry */
export function noteRefusedAccess(ctx: HttpContext, code: string): void {
  if (!isAccessFailure(code)) return
  const client = signerClient(ctx)
  const { signer } = ctx.signing
  notedAfterwards(ctx, 'A refused access', () => noteAccessFailure(signer, code, client))
}
