import type { HttpContext } from '@adonisjs/core/http'
import { flash } from '#app/front_door/pages/flash'
import { isRefusal } from '#app/foundation/refusal'
import { faultIn, refusalIn } from '#app/foundation/phrases/refusal_phrases'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { faultOfLine } from '#app/foundation/text_fault'
import { typedText } from '#app/front_door/bodies/typed_text'
import { isCorrectable, isUnlockable, type Correction } from '#app/documents/correction'
import type Document from '#app/documents/document'
import { LIMITS } from '#app/documents/limits'
import type { CertificateDemand } from '#app/documents/signers/own_certificate'
import type Signer from '#app/documents/signers/signer'
import DraftRefused from '#app/documents/errors/draft_refused'
import { smsProvider } from '#app/sending/sms/configuration'
import { Vouching } from '#app/single_sign_on/vouching'
import { isEmailAddress } from '#app/foundation/email_address'
import NothingHere from '../errors/nothing_here.js'
import { InitialValues } from '../initial_values.js'
import { phrasesOf } from '../language.js'
import { showPage } from '../page.js'
import {
  codeCorrection,
  codeUnlocking,
  codesOf,
  faultOfCode,
  typedCodes,
  type CodeValues,
} from './code_correction.js'
import { demandOf } from './signer_rows.js'
import { visibleDocument } from './visible_document.js'

interface Values extends CodeValues {
  name: string
  email: string
  mustProve: boolean
  inPerson: boolean
  certificate: CertificateDemand | null
}

const CODES = ['accessCode', 'oneTimeCode', 'phone'] as const
const PARTS = ['name', 'email', 'identity', 'certificate', ...CODES] as const

type Errors = Partial<Record<(typeof PARTS)[number], string>>

export default class CorrectionsController {
  /** GET /documents/:id/signers/:signer/edit */
  async edit(ctx: HttpContext) {
    const { document, signer } = await found(ctx)
    const values = valuesOfSigner(signer)
    return form(ctx, document, signer, { values, initial: InitialValues.write(values) })
  }

  /** POST /documents/:id/signers/:signer */
  async update(ctx: HttpContext) {
    const { document, signer } = await found(ctx)
    const phrases = phrasesOf(ctx)
    const body = ctx.request.body()
    // the form of one who has signed names nothing but codes
    const isUnlocking = body.name === undefined && isUnlockable(document, signer)
    const sent = { values: valuesOf(body), initial: typedText(body.initial) }
    const errors = isUnlocking
      ? faultsOfUnlocking(sent.values, signer, phrases)
      : faultsOf(sent.values, phrases)
    if (Object.keys(errors).length > 0) return form(ctx, document, signer, { ...sent, errors })
    const back = `${ctx.dashboard.base}/documents/${document.id}`
    if (isSomebodyElse(signer, sent)) {
      flash(ctx, 'danger', phrases.t('documents.signer_replaced'))
      return ctx.response.redirect(back, false, 303)
    }
    const changed = changedIn(sent)
    const stored = valuesOfSigner(signer)
    const values = { ...stored, ...changed }
    try {
      const correction = isUnlocking
        ? codeUnlocking(values, signer)
        : { ...correctionOf(changed), ...codeCorrection(values, signer) }
      await document.correct(signer.id, correction, ctx.dashboard.actor(ctx))
      const done = isUnlocking ? 'documents.unlocked' : confirmation(signer, values)
      flash(ctx, 'success', phrases.t(done))
    } catch (error) {
      if (!isRefusal(error) || error.kind === 'absent') throw error
      if (error instanceof DraftRefused)
        return form(ctx, document, signer, {
          ...{ values, initial: InitialValues.write(stored) },
          errors: { [blamed(error)]: faultIn(phrases, error.faults[0]) },
        })
      // signed while the form was open
      flash(ctx, 'danger', refusalIn(phrasesOf(ctx), error))
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
    certificate: demandOf(body.certificate),
    ...typedCodes(body),
  }
}

function valuesOfSigner(signer: Signer): Values {
  const { name, email, identity, inPerson, certificate } = signer
  return { name, email, mustProve: identity !== null, inPerson, certificate, ...codesOf(signer) }
}

/** How a signer is asked for a code is one choice: a form in which a part of it was changed makes all of it. */
function changedIn({ values, initial }: { values: Values; initial: string }): Partial<Values> {
  const changed = InitialValues.changed(values, initial)
  const { accessCode, isCodeLifted, oneTimeCode, phone, isUnlocked } = values
  const codes = { accessCode, isCodeLifted, oneTimeCode, phone, isUnlocked }
  return Object.keys(codes).some((name) => name in changed) ? { ...changed, ...codes } : changed
}

/** Whether signing was handed to another person since the form was opened, and not by an equal form: what it says is about the one before. */
function isSomebodyElse(
  { name, email }: Signer,
  { values, initial }: { values: Values; initial: string }
): boolean {
  const isSaid = values.name === name && values.email === email
  const changed = Object.keys(InitialValues.changed({ name, email }, initial))
  return initial !== '' && !isSaid && changed.length === 2
}

function correctionOf({ mustProve, ...changed }: Partial<Values>): Correction {
  const { name, email, inPerson, certificate } = changed
  const identity = mustProve ? 'single_sign_on' : null
  return { name, email, inPerson, certificate, ...(mustProve !== undefined && { identity }) }
}

function blamed({ path }: DraftRefused): keyof Errors {
  const [part] = path ?? []
  return PARTS.find((one) => one === part) ?? 'email'
}

function faultsOf(values: Values, phrases: DashboardPhrasebook): Errors {
  const { t } = phrases
  const { name, email } = values
  const errors: Errors = {}
  const fault = name ? faultOfLine(name, LIMITS.name, phrases) : t('faults.no_name')
  if (fault) errors.name = fault
  if (!isEmailAddress(email)) errors.email = t('documents.no_address')
  const ofCode = faultOfCode(values, phrases)
  if (ofCode) errors.accessCode = ofCode
  return errors
}

function faultsOfUnlocking(
  values: Values,
  { oneTimeCode }: Signer,
  phrases: DashboardPhrasebook
): Errors {
  if (oneTimeCode !== null) return {}
  const fault = values.accessCode
    ? faultOfCode(values, phrases)
    : phrases.t('documents.code_missing')
  return fault ? { accessCode: fault } : {}
}

function confirmation(signer: Signer, values: Values): DashboardKey {
  const { email, status, isActing, inPerson } = signer
  const isMoved = email.toLowerCase() !== values.email.toLowerCase()
  if (!isActing) return 'documents.corrected_copy'
  if (values.inPerson) return 'documents.corrected_in_person'
  if (inPerson) return 'documents.corrected_by_link'
  if (!isMoved) return 'documents.corrected_same_link'
  return status === 'pending' ? 'documents.corrected' : 'documents.corrected_invited'
}

/** What can still be asked of a signer: once the document was sent, no more than before. */
function demandsOf({ status }: Document, { certificate, isSigning }: Signer): CertificateDemand[] {
  if (!isSigning) return []
  if (status === 'draft' || certificate === 'required') return ['optional', 'required']
  return certificate ? ['optional'] : []
}

async function form(
  ctx: HttpContext,
  document: Document,
  signer: Signer,
  { values, initial, errors = {} }: { values: Values; initial: string; errors?: Errors }
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
    isUnlockable: isUnlockable(document, signer),
    ...{ values, initial, errors },
    maySignInPerson: signer.isSigning,
    demands: demandsOf(document, signer),
    hasCode: signer.accessCommitment !== null && signer.oneTimeCode === null,
    hasSentCode: signer.oneTimeCode !== null,
    isSmsOffered: smsProvider.value !== null,
    identity: isOffered ? (vouching.name ?? phrasesOf(ctx).t('documents.your_provider')) : null,
  }
  const isRefused = Object.keys(errors).length > 0
  return showPage(ctx, 'dashboard/documents/signer', state, isRefused ? 422 : 200)
}
