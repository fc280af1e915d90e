import type { HttpContext } from '@adonisjs/core/http'
import DraftRefused from '#app/documents/errors/draft_refused'
import { LIMITS } from '#app/documents/limits'
import { isEmailAddress } from '#app/foundation/email_address'
import type { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { isOneLine, isPlain, isVisible } from '#app/foundation/printable_text'
import { charactersWithoutGlyph } from '#app/sealing/type/coverage'
import { stepsOf } from '../access/signer_steps.js'
import { signingPath } from '../access/signer_guard.js'
import { linkPage, sendPage } from '../signing_page/link_page.js'
import { DelegationForm, type Delegation } from './delegation_form.js'

const MAX_REASON = 1_000

type Errors = Partial<Record<keyof Delegation, string>>

export default class DelegationsController {
  /** GET /sign/:token/delegate */
  async create(ctx: HttpContext) {
    const isOffered = DelegationForm.isOffered(ctx)
    return sendPage(ctx, isOffered ? DelegationForm.page(ctx) : await linkPage(ctx))
  }

  /** POST /sign/:token/delegate: from then on the link says that signing was handed over, also to who sends the form twice. */
  async store(ctx: HttpContext) {
    const { request, response, signing, phrases } = ctx
    signing.assertOpen()
    const typed = DelegationForm.read(request.body())
    const errors = faultsOf(typed, phrases)
    if (Object.keys(errors).length > 0) return refuse(ctx, typed, errors)
    try {
      const to = { name: typed.name, email: typed.email }
      await stepsOf(ctx).delegate({ to, reason: typed.reason || null })
    } catch (error) {
      if (!(error instanceof DraftRefused)) throw error
      return refuse(ctx, typed, { email: faultOfAddress(error, phrases) })
    }
    response.redirect(signingPath(ctx), false, 303)
  }
}

function refuse(ctx: HttpContext, typed: Delegation, errors: Errors) {
  return sendPage(ctx, DelegationForm.page(ctx, typed, errors), 422)
}

function faultsOf({ name, email, reason }: Delegation, phrases: Phrasebook): Errors {
  const { t } = phrases
  const ofName = faultOfName(name, phrases)
  const ofReason =
    reason.length > MAX_REASON
      ? t('faults.too_long', { max: MAX_REASON })
      : isPlain(reason)
        ? null
        : t('faults.not_plain')
  return {
    ...(ofName && { name: ofName }),
    ...(!isEmailAddress(email) && { email: t('faults.no_email') }),
    ...(ofReason && { reason: ofReason }),
  }
}

/** It is printed on the certificate. */
function faultOfName(name: string, { t }: Phrasebook): string | null {
  if (name.length > LIMITS.name) return t('faults.too_long', { max: LIMITS.name })
  if (!isOneLine(name)) return t('faults.not_plain')
  if (!isVisible(name)) return t('faults.no_name')
  const missing = charactersWithoutGlyph(name)
  return missing.length > 0 ? t('faults.no_glyph', { characters: missing.join(' ') }) : null
}

/** An address of the sandbox leads to nobody. */
function faultOfAddress({ faults: [{ code }] }: DraftRefused, { t }: Phrasebook): string {
  return t(code === 'sandbox_address' ? 'faults.no_email' : 'faults.already_signer')
}
