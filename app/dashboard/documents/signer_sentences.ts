import type { ReadEntry } from '#app/audit/audit_trail'
import type {
  DashboardKey,
  DashboardPhrasebook,
} from '#app/foundation/phrases/dashboard_phrasebook'
import { embedded } from '#app/foundation/printable_text'
import { about, people, type NamedSigner } from './trail_sentences.js'

type Entry = Pick<ReadEntry, 'action' | 'body' | 'personal'>
type Say = DashboardPhrasebook['t']

export function corrected(
  entry: Entry,
  signers: readonly NamedSigner[],
  phrases: DashboardPhrasebook
): string {
  const { t } = phrases
  const { identity, access, inPerson, certificate } = entry.body.details
  const { emailAfter: address } = entry.personal
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
    certificate === undefined
      ? null
      : certificate === null
        ? 'trails.corrected_no_certificate'
        : 'trails.corrected_certificate',
  ]
  return [
    renamed(entry, t) ?? about('trails.corrected')(entry, signers, phrases),
    ...(address ? [t('trails.corrected_address', { address })] : []),
    ...changes.filter((one) => one !== null).map((one) => t(one)),
  ].join(', ')
}

/** From one name to another; null where the name stayed, or who it is now was erased. */
function renamed(entry: Entry, t: Say): string | null {
  const { nameBefore, nameAfter } = entry.personal
  if (!nameAfter) return null
  const before = nameBefore ? embedded(nameBefore) : t('trails.somebody')
  return t('trails.corrected_name', { before, after: embedded(nameAfter) })
}

function accessChange(access: unknown): DashboardKey {
  if (access === null) return 'trails.corrected_no_code'
  if (access === 'code') return 'trails.corrected_code'
  return access === 'sms_code' ? 'trails.corrected_sms_code' : 'trails.corrected_email_code'
}

/** Of one who has signed, also with another code: what they are asked for is the same as before. */
export function unlocked(
  entry: Entry,
  signers: readonly NamedSigner[],
  phrases: DashboardPhrasebook
): string {
  const { isOtherCode } = entry.body.details
  const sentence = about(isOtherCode ? 'trails.access_code_set' : 'trails.access_unlocked')
  return sentence(entry, signers, phrases)
}

/** Who asked for it by API may be another than the one who hands it over. */
export function handedOver(
  entry: Entry,
  signers: readonly NamedSigner[],
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

export function certified(
  { personal: { subject } }: Entry,
  _: unknown,
  { t }: DashboardPhrasebook
): string {
  return subject
    ? t('trails.certificate_signed', { subject: embedded(subject) })
    : t('trails.certificate_signed_erased')
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
  signers: readonly NamedSigner[],
  { t }: DashboardPhrasebook
): string {
  const signer = signers.find(({ id }) => id === body.details.signerId)
  const what = signer?.role === 'approver' ? 'approve' : 'sign'
  return reason
    ? t(`trails.declined_to_${what}_because`, { reason })
    : t(`trails.declined_to_${what}`)
}
