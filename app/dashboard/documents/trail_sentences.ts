import type { ReadEntry } from '#app/audit/audit_trail'
import type Signer from '#app/documents/signers/signer'
import { FIELD_TYPES } from '#app/documents/field_kinds/index'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { embedded } from '#app/foundation/printable_text'

/** A signer, by the name that they had when an entry was written. */
export type NamedSigner = Pick<Signer, 'id' | 'role' | 'name'>

type Entry = Pick<ReadEntry, 'action' | 'body' | 'personal'>
type Say = DashboardPhrasebook['t']

/** Which mails can be named that could not be delivered. */
const MAILS = ['invitation', 'reminder', 'answer', 'completed', 'code'] as const

/** What the PDF did rather than showed, and was removed from it. */
const REMOVED = ['javascript', 'launch', 'submission', 'embedded_file', 'media', 'xfa'] as const

/** About the signers whom an entry names. */
export function about(key: DashboardKey) {
  return (entry: Entry, signers: readonly NamedSigner[], phrases: DashboardPhrasebook) =>
    phrases.t(key, { people: people(entry, signers, phrases) })
}

export function edited({ body }: Entry, _: unknown, { t }: DashboardPhrasebook): string {
  const { editor } = body.details as { editor?: { origin?: string } }
  const origin = editor?.origin
  return origin ? t('trails.edited_embedded', { origin }) : t('trails.edited')
}

export function created(
  { body: { details } }: Entry,
  _: unknown,
  { t }: DashboardPhrasebook
): string {
  if (details.form) return t('trails.created_by_form')
  return t(details.bulkSend ? 'trails.created_by_bulk_send' : 'trails.created')
}

export function uploaded(
  { body: { details }, personal }: Entry,
  _: unknown,
  { t }: DashboardPhrasebook
): string {
  const isExchange = details.replacedSha256 !== undefined
  const file = personal.fileName ?? t(isExchange ? 'trails.another_file' : 'trails.the_pdf')
  const what = t(isExchange ? 'trails.exchanged' : 'trails.uploaded', { file })
  const removed = Array.isArray(details.removed) ? details.removed.map(String) : []
  const parts = removed.map((kind) => {
    const known = REMOVED.find((one) => one === kind)
    return known ? t(`trails.removed_${known}`) : kind
  })
  return parts.length > 0 ? t('trails.cleaned', { what, parts: parts.join(', ') }) : what
}

/** What kind of field, and where. */
export function fieldOf({ body: { details } }: Entry, t: Say) {
  const kind = FIELD_TYPES.find((one) => one === details.type)
  return {
    kind: kind ? t(`trails.kind_${kind}`) : String(details.type),
    page: String(details.page),
  }
}

export function completed(entry: Entry, _: unknown, { t }: DashboardPhrasebook): string {
  const { fileSha256: hash } = entry.body.details
  if (hash !== undefined) {
    const name = embedded(entry.personal.fileName ?? t('trails.kind_attachment'))
    return t('trails.file_handed_in', { name, hash: String(hash) })
  }
  return t('trails.field_completed', fieldOf(entry, t))
}

/** With what an auditor looks for: who vouched, how, when, and for which bytes. */
export function proved(
  { body: { details } }: Entry,
  _: unknown,
  { t }: DashboardPhrasebook
): string {
  const context = details.authenticationContext ? ` (${String(details.authenticationContext)})` : ''
  return t('trails.identity_proved', {
    provider: `${String(details.provider)}${context}`,
    at: String(details.authenticatedAt),
    hash: String(details.assertionSha256),
  })
}

export function failed(
  { body: { details } }: Entry,
  _: unknown,
  { t }: DashboardPhrasebook
): string {
  return details.reason
    ? t('trails.failed_because', { reason: String(details.reason) })
    : t('trails.failed')
}

export function bounced({ body, personal }: Entry, _: unknown, { t }: DashboardPhrasebook): string {
  const known = MAILS.find((one) => one === body.details.mail)
  const mail = t(`trails.mail_${known ?? 'other'}`)
  return personal.email
    ? t('trails.bounced_to', { mail, to: personal.email })
    : t('trails.bounced', { mail })
}

/** The signers whom an entry is about, by name. */
export function people(
  { body: { details } }: Entry,
  signers: readonly NamedSigner[],
  { t, list }: DashboardPhrasebook
): string {
  const ids = [details.signerIds ?? details.signerId].flat()
  const names = signers
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => embedded(name || t('trails.somebody')))
  return names.length === 0 ? t('trails.nobody') : list(names)
}
