import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { isRefusal } from '#app/foundation/refusal'
import { sentence } from '#app/foundation/phrases/refusal_phrases'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { isCorrectable, type Correction } from '#app/documents/correction'
import type Document from '#app/documents/document'
import { LIMITS } from '#app/documents/limits'
import type Signer from '#app/documents/signers/signer'
import DraftRefused from '#app/documents/errors/draft_refused'
import { smsProvider } from '#app/sending/sms/configuration'
import { Vouching } from '#app/single_sign_on/vouching'
import { isEmailAddress } from '#app/foundation/email_address'
import NothingHere from '../errors/nothing_here.js'
import { showPage } from '../page.js'
import {
  codeCorrection,
  codesOf,
  faultOfCode,
  typedCodes,
  type CodeValues,
} from './code_correction.js'
import { visibleDocument } from './visible_document.js'

interface Values extends CodeValues {
  name: string
  email: string
  mustProve: boolean
  inPerson: boolean
}

const PARTS = ['name', 'email', 'identity', 'accessCode', 'oneTimeCode', 'phone'] as const

type Errors = Partial<Record<(typeof PARTS)[number], string>>

export default class CorrectionsController {
  /** GET /documents/:id/signers/:signer/edit */
  async edit(ctx: HttpContext) {
    const { document, signer } = await found(ctx)
    const { name, email, identity, inPerson } = signer
    const values = { name, email, inPerson, mustProve: identity !== null, ...codesOf(signer) }
    return form(ctx, document, signer, values, {})
  }

  /** POST /documents/:id/signers/:signer */
  async update(ctx: HttpContext) {
    const { document, signer } = await found(ctx)
    const values = valuesOf(ctx.request.body())
    const errors = faultsOf(values)
    if (Object.keys(errors).length > 0) return form(ctx, document, signer, values, errors)
    const back = `${ctx.dashboard.base}/documents/${document.id}`
    try {
      await document.correct(signer.id, correctionOf(values, signer), ctx.dashboard.actor(ctx))
      flash(ctx, 'success', confirmation(signer, values))
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      if (error instanceof DraftRefused)
        return form(ctx, document, signer, values, { [blamed(error)]: sentence(error.message) })
      // signed while the form was open
      flash(ctx, 'danger', sentence(error.message))
    }
    return ctx.response.redirect(back, false, 303)
  }
}

async function found(ctx: HttpContext): Promise<{ document: Document; signer: Signer }> {
  const { document } = await visibleDocument(ctx)
  const signer = document.signers.find(({ id }) => id === ctx.params.signer)
  if (!signer) throw new NothingHere()
  return { document, signer }
}

function valuesOf(body: Record<string, unknown>): Values {
  return {
    name: typedText(body.name),
    email: typedText(body.email),
    mustProve: body.identity === 'single_sign_on',
    inPerson: body.inPerson === 'yes',
    ...typedCodes(body),
  }
}

function correctionOf(values: Values, signer: Signer): Correction {
  const { name, email, mustProve, inPerson } = values
  const identity = mustProve ? 'single_sign_on' : null
  return { name, email, identity, inPerson, ...codeCorrection(values, signer) }
}

function blamed({ path }: DraftRefused): keyof Errors {
  const [part] = path ?? []
  return PARTS.find((one) => one === part) ?? 'email'
}

function faultsOf(values: Values): Errors {
  const { name, email } = values
  const errors: Errors = {}
  const fault = name ? faultOfLine(name, LIMITS.name) : 'Enter a name.'
  if (fault) errors.name = fault
  if (!isEmailAddress(email)) errors.email = 'Enter an email address, as in name@example.com.'
  const ofCode = faultOfCode(values)
  if (ofCode) errors.accessCode = ofCode
  return errors
}

function confirmation(signer: Signer, values: Values): string {
  const { email, status, isActing, inPerson } = signer
  const isMoved = email.toLowerCase() !== values.email.toLowerCase()
  if (!isActing) return 'The recipient of a copy has been corrected.'
  if (values.inPerson) return 'The signer has been corrected, and signs in person.'
  if (inPerson) return 'The signer has been corrected, and signs by a link of their own.'
  if (!isMoved) return 'The signer has been corrected. The signing link stays the same.'
  return status === 'pending'
    ? 'The signer has been corrected.'
    : 'The signer has been corrected, and an invitation is on its way to the new address.'
}

async function form(
  ctx: HttpContext,
  document: Document,
  signer: Signer,
  values: Values,
  errors: Errors
) {
  const { id, name, email, status, identity } = signer
  const vouching = await Vouching.current()
  const { isActing } = signer
  const isOffered = isActing && (identity !== null || vouching.obstacle === null)
  const state = {
    document: { id: document.id, title: document.title },
    signer: {
      id,
      name,
      email,
      isActing,
      wasAsked: signer.isAwaited,
      isUndelivered: status === 'delivery_failed',
    },
    isCorrectable: isCorrectable(document, signer),
    ...{ values, errors },
    maySignInPerson: signer.isSigning,
    hasCode: signer.accessCommitment !== null && signer.oneTimeCode === null,
    hasSentCode: signer.oneTimeCode !== null,
    isSmsOffered: smsProvider.value !== null,
    identity: isOffered ? (vouching.name ?? 'your identity provider') : null,
  }
  const isRefused = Object.keys(errors).length > 0
  return showPage(ctx, 'dashboard/documents/signer', state, isRefused ? 422 : 200)
}
