import { isErased } from '#app/audit/erased_values'
import type { VerifiedEntry } from '#app/audit/verified_trail'
import type { Phrasebook, PhraseKey, PhraseValues } from '#app/foundation/phrases/phrasebook'
import { isIdentityFailure } from '../identity/identity_failure.js'
import { ACCESS_FAILURES, isAccessFailure } from '../links/access_failure.js'
import type { QuestionKind } from '../questions/question.js'
import type { DownloadKind } from '#app/documents/download'
import type { Names } from '#app/documents/signers/signer_names'

type Detail = (entry: VerifiedEntry, words: Words) => string | null

interface Words extends Pick<Phrasebook, 't' | 'has' | 'instant' | 'embedded'> {
  names: Names
}

const OF_ACTIONS: Record<string, Detail> = {
  'document.uploaded': ({ personal }) => personal.fileName ?? null,
  'document.sent': openUntil,
  'document.extended': openUntil,
  'invite.sent': toAddress,
  'copy.sent': toAddress,
  'in_person.awaited': people,
  'in_person.started': (entry, words) =>
    joined(words, [people(entry, words), hostOf(entry, words)], ' · '),
  'document.signed': hostOf,
  'signer.certificate_signed': ({ personal, body }, words) =>
    joined(words, [personal.subject, `SHA-256 ${String(body.details.certificateSha256)}`], ' · '),
  'mail.bounced': toAddress,
  'link.disclosed': (entry, words) => {
    const names = people(entry, words)
    return names ? words.t('trail.link_of', { names }) : null
  },
  'access.unlocked': people,
  'access.failed': (_, { t }) => t('trail.wrong_code'),
  'access.code_sent': codePlace,
  'access.code_failed': (entry, words) =>
    joined(words, [codePlace(entry, words), known(words.t, LIMITS, entry.body.details.code)]),
  'access.granted': ({ body }, { t }) => {
    const way = wayOf(body.details.method)
    return way && t(way)
  },
  'auth.failed': ({ body: { details } }, { t }) => {
    const reason = String(details.reason ?? '')
    return isAccessFailure(reason) ? t(ACCESS_FAILURES[reason]) : reason
  },
  'identity.proved': ({ body: { details } }, { t }) =>
    t('trail.vouched', {
      provider: String(details.provider),
      hash: String(details.assertionSha256),
    }),
  'identity.disclosed': people,
  'identity.failed': ({ body: { details } }, { t }) => {
    const { reason } = details
    return isIdentityFailure(reason) ? t(`trail.${reason}`) : String(reason ?? '')
  },
  'document.reminded': people,
  'consent.accepted': ({ body }, { t }) =>
    t('trail.version', { version: String(body.details.version) }),
  'consent.withdrawn': ({ body }, { t }) =>
    t('trail.version', { version: String(body.details.version) }),
  'field.completed': (entry, words) => {
    const { fileSha256 } = entry.body.details
    const hash = fileSha256 === undefined ? null : `SHA-256 ${String(fileSha256)}`
    return joined(words, [fieldOf(entry, words), entry.personal.fileName, hash], ' · ')
  },
  'field.not_shown': fieldOf,
  'document.downloaded': ({ body }, { t }) => known(t, FILES, body.details.file),
  'document.declined': ({ personal }) => personal.reason ?? null,
  'document.voided': ({ personal }) => personal.reason ?? null,
  'document.failed': ({ body }) => String(body.details.reason ?? ''),
  'document.sealed': ({ body }) => `SHA-256 ${String(body.details.sealedSha256)}`,
  'document.proofs_added': ({ body }) => `SHA-256 ${String(body.details.revisionSha256)}`,
  'document.archive_stamped': ({ body }) => `SHA-256 ${String(body.details.revisionSha256)}`,
  'document.timestamped': ({ body }) => `SHA-256 ${String(body.details.sealedSha256)}`,
  'person.erased': ({ body }) =>
    Object.keys(body.details.values as object)
      .map((sequence) => `#${sequence}`)
      .join(', '),
  'question.answered': people,
  'signer.asked': ({ body }, { t }) => known(t, QUESTIONS, body.details.kind),
  'signer.corrected': corrected,
  'signer.delegated': delegated,
}

const FILES: Record<DownloadKind, PhraseKey> = {
  original: 'trail.file_original',
  canonical: 'trail.file_canonical',
  sealed: 'trail.file_sealed',
  certificate: 'trail.file_certificate',
  attachment: 'trail.file_attachment',
}

const QUESTIONS: Record<QuestionKind, PhraseKey> = {
  question: 'trail.asked_question',
  paper: 'trail.asked_paper',
}

/** Why no code was sent, unless it was the provider, which has a number of its own for it. */
const LIMITS: Record<string, PhraseKey> = {
  account_limit: 'trail.code_account_limit',
  number_limit: 'trail.code_number_limit',
}

/** What can be corrected of a signer. */
const CORRECTED: Record<string, PhraseKey> = {
  name: 'trail.changed_name',
  email: 'trail.changed_email',
  identity: 'trail.changed_identity',
  inPerson: 'trail.changed_way',
  access: 'trail.changed_access',
  certificate: 'trail.changed_certificate',
}

/**
 * What an entry is about, beyond who did it: to whom, whose, from what to what.
 *
 * @param names  of the signers, when it was written
 */
export function detailOf(entry: VerifiedEntry, names: Names, book: Phrasebook): string | null {
  const { t, has, instant, embedded } = book
  return OF_ACTIONS[entry.action]?.(entry, { t, has, instant, embedded, names }) || null
}

/** What no release of ours has written stays as it is. */
function known(t: Phrasebook['t'], phrases: Record<string, PhraseKey>, code: unknown): string {
  const key = phrases[String(code)]
  return key ? t(key) : String(code)
}

function openUntil({ body: { details } }: VerifiedEntry, { t, instant }: Words): string {
  return t('trail.open_until', { moment: instant(new Date(String(details.expiresAt))) })
}

function toAddress(entry: VerifiedEntry, { t }: Words): string | null {
  const address = shown(entry, 'email', t)
  return address ? t('trail.to', { address }) : null
}

/** Of codes that are sent. */
function wayOf(method: unknown): 'trail.by_email' | 'trail.by_sms' | null {
  if (method === 'email_code') return 'trail.by_email'
  return method === 'sms_code' ? 'trail.by_sms' : null
}

function codePlace(entry: VerifiedEntry, { t }: Words): string | null {
  const address = shown(entry, 'to', t)
  const way = wayOf(entry.body.details.method)
  if (!address) return way && t(way)
  return way ? t(`${way}_to`, { address }) : t('trail.to', { address })
}

function fieldOf({ body: { details } }: VerifiedEntry, { t, has }: Words): string {
  const type = String(details.type)
  const key = `sign.${type}`
  const kind = has(key) ? t(key) : type
  return t('trail.field', { kind, page: Number(details.page) })
}

function corrected(entry: VerifiedEntry, words: Words): string | null {
  const { t, names } = words
  const { body } = entry
  const changes = (body.details.changed as string[]).map((what) => {
    const [before, after] = [shown(entry, `${what}Before`, t), shown(entry, `${what}After`, t)]
    if (before && after && what === 'name') return t('trail.name_changed', { before, after })
    if (before && after && what === 'email') return t('trail.email_changed', { before, after })
    return known(t, CORRECTED, what)
  })
  return joined(words, [names(String(body.details.signerId)), ...changes], ' · ')
}

/** Only where they signed in person. */
function hostOf({ body: { details }, personal }: VerifiedEntry, { t }: Words): string | null {
  if (details.hostId === undefined) return null
  const { hostName, hostEmail } = personal
  return hostName
    ? t('trail.on_device', { host: `${hostName} <${hostEmail}>` })
    : t('trail.on_some_device')
}

function delegated(entry: VerifiedEntry, words: Words): string | null {
  const one = (when: string) => {
    const [name, email] = [`name${when}`, `email${when}`].map((field) =>
      shown(entry, field, words.t)
    )
    return `${name} <${email}>`
  }
  const both: PhraseValues = { from: one('Before'), to: one('After') }
  return joined(words, [words.t('trail.delegated', both), entry.personal.reason], ' · ')
}

/** What an entry says, or that it was erased. */
function shown(entry: VerifiedEntry, field: string, t: Phrasebook['t']): string | undefined {
  return isErased(entry, field) ? t('trail.erased') : entry.personal[field]
}

function people({ body: { details } }: VerifiedEntry, words: Words): string | null {
  const ids = [details.signerIds ?? details.signerId].flat()
  return joined(
    words,
    ids.map((id) => words.names(String(id)) ?? String(id))
  )
}

/** Several things beside each other, none of which turns another around. */
function joined(
  { embedded }: Words,
  parts: readonly (string | null | undefined)[],
  separator = ', '
): string | null {
  const said = parts.filter((part): part is string => Boolean(part))
  if (said.length < 2) return said[0] ?? null
  return said.map(embedded).join(separator)
}
