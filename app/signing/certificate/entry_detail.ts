import type { VerifiedEntry } from '#app/audit/verified_trail'
import type { Names } from './signer_names.js'
import { wordsOfIdentityFailure } from '../identity/identity_failure.js'
import { wordsOfAccessFailure } from '../links/access_failure.js'

type Detail = (entry: VerifiedEntry, names: Names) => string | null

const OF_ACTIONS: Record<string, Detail> = {
  'document.uploaded': ({ personal }) => personal.fileName ?? null,
  'document.sent': ({ body }) => `open until ${String(body.details.expiresAt)}`,
  'document.extended': ({ body }) => `open until ${String(body.details.expiresAt)}`,
  'invite.sent': ({ personal }) => prefixed('to', personal.email),
  'copy.sent': ({ personal }) => prefixed('to', personal.email),
  'in_person.awaited': people,
  'in_person.started': (entry, names) =>
    [people(entry, names), hostOf(entry)].filter(Boolean).join(' '),
  'document.signed': hostOf,
  'mail.bounced': ({ personal }) => prefixed('to', personal.email),
  'link.disclosed': (entry, names) => prefixed('the link of', people(entry, names)),
  'access.failed': () => 'wrong code',
  'access.code_sent': codePlace,
  'access.code_failed': (entry) =>
    [codePlace(entry), String(entry.body.details.code)].filter(Boolean).join(', '),
  'access.granted': ({ body }) => WAYS[String(body.details.method)] ?? null,
  'auth.failed': ({ body }) => wordsOfAccessFailure(body.details.reason),
  'identity.proved': ({ body: { details } }) =>
    `by ${String(details.provider)}, assertion SHA-256 ${String(details.assertionSha256)}`,
  'identity.disclosed': people,
  'identity.failed': ({ body }) => wordsOfIdentityFailure(body.details.reason),
  'document.reminded': people,
  'consent.accepted': ({ body }) => `version ${String(body.details.version)}`,
  'field.completed': fieldOf,
  'field.not_shown': fieldOf,
  'document.downloaded': ({ body }) => String(body.details.file),
  'document.declined': ({ personal }) => personal.reason ?? null,
  'document.voided': ({ personal }) => personal.reason ?? null,
  'document.failed': ({ body }) => String(body.details.reason ?? ''),
  'document.sealed': ({ body }) => `SHA-256 ${String(body.details.sealedSha256)}`,
  'document.proofs_added': ({ body }) => `SHA-256 ${String(body.details.revisionSha256)}`,
  'document.archive_stamped': ({ body }) => `SHA-256 ${String(body.details.revisionSha256)}`,
  'document.timestamped': ({ body }) => `SHA-256 ${String(body.details.sealedSha256)}`,
  'signer.asked': ({ body }) => String(body.details.kind),
  'signer.corrected': corrected,
  'signer.delegated': delegated,
}

/** Of codes that are sent. */
const WAYS: Record<string, string> = { email_code: 'by e-mail', sms_code: 'by SMS' }

/**
 * What an entry is about, beyond who did it: to whom, whose, from what to what.
 *
 * @param names  of the signers, when it was written
 */
export function detailOf(entry: VerifiedEntry, names: Names): string | null {
  return OF_ACTIONS[entry.action]?.(entry, names) || null
}

function codePlace({ body, personal }: VerifiedEntry): string {
  const way = WAYS[String(body.details.method)]
  return [way, prefixed('to', personal.to)].filter(Boolean).join(' ')
}

function fieldOf({ body: { details } }: VerifiedEntry): string {
  return `${String(details.type)}, page ${String(details.page)}`
}

function corrected({ personal, body }: VerifiedEntry, names: Names): string | null {
  const changes = (body.details.changed as string[]).map((what) => {
    const [before, after] = [personal[`${what}Before`], personal[`${what}After`]]
    return before && after ? `${what} from ${before} to ${after}` : what
  })
  return [names(String(body.details.signerId)), ...changes].filter(Boolean).join(' · ')
}

/** Only where they signed in person. */
function hostOf({ body: { details }, personal: { hostName, hostEmail } }: VerifiedEntry) {
  if (details.hostId === undefined) return null
  return hostName
    ? `in person, on the device of ${hostName} <${hostEmail}>`
    : 'in person, on the device of a member'
}

function delegated({ personal }: VerifiedEntry): string {
  const { nameBefore, emailBefore, nameAfter, emailAfter, reason } = personal
  const both = `from ${nameBefore} <${emailBefore}> to ${nameAfter} <${emailAfter}>`
  return [both, reason].filter(Boolean).join(' · ')
}

function people({ body: { details } }: VerifiedEntry, names: Names): string | null {
  const ids = [details.signerIds ?? details.signerId].flat()
  return ids.map((id) => names(String(id)) ?? String(id)).join(', ')
}

function prefixed(word: string, text: string | null | undefined): string | null {
  return text ? `${word} ${text}` : null
}
