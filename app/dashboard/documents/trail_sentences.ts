import type { ReadEntry } from '#app/audit/audit_trail'
import type Signer from '#app/documents/signers/signer'
import { FIELD_TYPES } from '#app/documents/field_kinds/index'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { embedded } from '#app/foundation/printable_text'

type Entry = Pick<ReadEntry, 'action' | 'body' | 'personal'>
type Say = DashboardPhrasebook['t']

/** Which mails can be named that could not be delivered. */
const MAILS = ['invitation', 'reminder', 'completed', 'code'] as const

/** What the PDF did rather than showed, and was removed from it. */
const REMOVED = ['javascript', 'launch', 'submission', 'embedded_file', 'media', 'xfa'] as const

/** About the signers whom an entry names. */
export function about(key: DashboardKey) {
  return (entry: Entry, signers: readonly Signer[], phrases: DashboardPhrasebook) =>
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

export function corrected(
  entry: Entry,
  signers: readonly Signer[],
  phrases: DashboardPhrasebook
): string {
  const { identity, access, inPerson } = entry.body.details
  const changes: (DashboardKey | null)[] = [
    identity === undefined
      ? null
      : identity === null
        ? 'trails.corrected_no_identity'
        : 'trails.corrected_identity',
    access === undefined ? null : accessChange(access),
    inPerson === undefined
      ? null
      : inPerson
        ? 'trails.corrected_in_person'
        : 'trails.corrected_by_link',
  ]
  const what = about('trails.corrected')(entry, signers, phrases)
  return [what, ...changes.filter((one) => one !== null).map((one) => phrases.t(one))].join(', ')
}

function accessChange(access: unknown): DashboardKey {
  if (access === null) return 'trails.corrected_no_code'
  if (access === 'code') return 'trails.corrected_code'
  return access === 'sms_code' ? 'trails.corrected_sms_code' : 'trails.corrected_email_code'
}

/** Who asked for it by API may be another than the one who hands it over. */
export function handedOver(
  entry: Entry,
  signers: readonly Signer[],
  phrases: DashboardPhrasebook
): string {
  const { body, personal } = entry
  const signer = people(entry, signers, phrases)
  const isOwn = body.details.hostId === body.actor.id && body.actor.via === undefined
  return isOwn
    ? phrases.t('trails.device_handed', { signer })
    : phrases.t('trails.device_of', { signer, host: hostOf(personal, phrases.t) })
}

export function signed({ body, personal }: Entry, _: unknown, { t }: DashboardPhrasebook): string {
  return body.details.hostId === undefined
    ? t('trails.signed')
    : t('trails.signed_in_person', { host: hostOf(personal, t) })
}

function hostOf({ hostName, hostEmail }: Entry['personal'], t: Say): string {
  return hostName ? `${embedded(hostName)} (${hostEmail})` : t('trails.a_member')
}

export function delegated({ personal }: Entry, _: unknown, { t }: DashboardPhrasebook): string {
  const { nameAfter, emailAfter, reason } = personal
  const to = nameAfter ? `${embedded(nameAfter)} (${emailAfter})` : t('trails.somebody_else')
  return reason ? t('trails.delegated_because', { to, reason }) : t('trails.delegated', { to })
}

export function declined(
  { body, personal: { reason } }: Entry,
  signers: readonly Signer[],
  { t }: DashboardPhrasebook
): string {
  const signer = signers.find(({ id }) => id === body.details.signerId)
  const what = signer?.role === 'approver' ? 'approve' : 'sign'
  return reason
    ? t(`trails.declined_to_${what}_because`, { reason })
    : t(`trails.declined_to_${what}`)
}

export function bounced({ body, personal }: Entry, _: unknown, { t }: DashboardPhrasebook): string {
  const known = MAILS.find((one) => one === body.details.mail)
  const mail = t(`trails.mail_${known ?? 'other'}`)
  return personal.email
    ? t('trails.bounced_to', { mail, to: personal.email })
    : t('trails.bounced', { mail })
}

/** The signers whom an entry is about, by name. */
function people(
  { body: { details } }: Entry,
  signers: readonly Signer[],
  { t, list }: DashboardPhrasebook
): string {
  const ids = [details.signerIds ?? details.signerId].flat()
  const names = signers
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => embedded(name || t('trails.somebody')))
  return names.length === 0 ? t('trails.nobody') : list(names)
}
