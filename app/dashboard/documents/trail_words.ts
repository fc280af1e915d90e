import type { DocumentAction } from '#app/audit/audit_action'
import type { ReadEntry } from '#app/audit/audit_trail'
import type Signer from '#app/documents/signers/signer'
import { embedded } from '#app/foundation/printable_text'
import { wordsOfIdentityFailure } from '#app/signing/identity/identity_failure'
import { wordsOfAccessFailure } from '#app/signing/links/access_failure'
import { codeEntered, codeNotSent, codeSent } from './access_words.js'

type Entry = Pick<ReadEntry, 'action' | 'body' | 'personal'>

/** How an entry of the trail looks and reads; the words follow the name of the person who did it. */
interface Words {
  mark: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  sentence: (entry: Entry, signers: readonly Signer[]) => string
}

const FILES: Record<string, string> = {
  original: 'the original',
  canonical: 'the document',
  sealed: 'the sealed PDF',
  certificate: 'the certificate',
}

const MAILS: Record<string, string> = {
  invitation: 'the invitation',
  reminder: 'the reminder',
  completed: 'the completion notice',
  code: 'a code',
}

const words = (mark: string, tone: Words['tone'], sentence: string | Words['sentence']): Words => ({
  mark,
  tone,
  sentence: typeof sentence === 'string' ? () => sentence : sentence,
})

const WORDS: Record<DocumentAction, Words> = {
  'document.created': words('file-plus', 'neutral', created),
  'document.uploaded': words('file-up', 'neutral', uploaded),
  'document.sent': words('send', 'info', 'sent the document'),
  'invite.sent': words('mail', 'neutral', (entry, signers) => `invited ${people(entry, signers)}`),
  'in_person.awaited': words(
    'hourglass',
    'neutral',
    (entry, signers) => `waits for ${people(entry, signers)} to sign in person`
  ),
  'in_person.started': words('tablet', 'info', handedOver),
  'copy.sent': words(
    'mail',
    'neutral',
    (entry, signers) => `sent a copy to ${people(entry, signers)}`
  ),
  'link.fetched': words('link', 'neutral', 'or an email scanner fetched the signing link'),
  'link.opened': words('eye', 'info', 'opened the signing link'),
  'link.disclosed': words(
    'link-2',
    'warning',
    (entry, signers) => `looked up the signing link of ${people(entry, signers)}`
  ),
  'values.disclosed': words('text-cursor-input', 'warning', 'read what signers filled in'),
  'consent.accepted': words('handshake', 'info', 'agreed to sign electronically'),
  'access.code_sent': words('send', 'neutral', codeSent),
  'access.code_failed': words('mail-warning', 'danger', codeNotSent),
  'access.granted': words('key-round', 'success', codeEntered),
  'access.failed': words(
    'shield-alert',
    'warning',
    'or somebody with the link entered a wrong access code'
  ),
  'access.locked': words(
    'lock',
    'danger',
    'or somebody with the link entered too many wrong codes: the link accepts none any more'
  ),
  'identity.proved': words('fingerprint', 'success', proved),
  'identity.disclosed': words(
    'fingerprint',
    'warning',
    (entry, signers) => `read what the identity provider sent about ${people(entry, signers)}`
  ),
  'identity.failed': words(
    'shield-alert',
    'warning',
    ({ body }) => `could not prove their identity: ${wordsOfIdentityFailure(body.details.reason)}`
  ),
  'document.viewed': words('eye', 'info', 'saw the first page'),
  'field.completed': words('text-cursor-input', 'neutral', completed),
  'field.not_shown': words(
    'eye-off',
    'neutral',
    ({ body }) =>
      `was not asked for a ${String(body.details.type)} on page ${String(body.details.page)}`
  ),
  'document.approved': words('circle-check', 'success', 'approved'),
  'document.signed': words('pen-line', 'success', signed),
  'document.sealed': words('stamp', 'success', 'sealed the document'),
  'document.proofs_added': words('shield-check', 'success', 'added long-term proofs to the seal'),
  'document.proofs_missing': words(
    'shield-alert',
    'warning',
    'could not add long-term proofs to the seal: nothing that their issuers publish shows that its certificates were good'
  ),
  'document.archive_stamped': words(
    'clock',
    'success',
    'added a time stamp over the sealed file and its proofs'
  ),
  'document.timestamped': words('clock', 'success', 'added a time stamp to the seal'),
  'document.completed': words('circle-check', 'success', 'completed the document'),
  'certificate.made': words('stamp', 'neutral', 'created the certificate'),
  'document.downloaded': words(
    'download',
    'neutral',
    ({ body }) => `downloaded ${FILES[String(body.details.file)] ?? 'a file'}`
  ),
  'document.declined': words('x', 'danger', declined),
  'document.expired': words('timer-off', 'warning', 'closed the document because it expired'),
  'document.voided': words('ban', 'danger', (entry) => `voided the document${because(entry)}`),
  'document.failed': words('circle-alert', 'danger', failed),
  'document.erased': words('eraser', 'danger', 'erased the document: its files and personal data'),
  'document.reminded': words(
    'bell',
    'neutral',
    (entry, signers) => `reminded ${people(entry, signers)}`
  ),
  'document.reminders_planned': words('bell', 'neutral', 'settled when signers are reminded'),
  'document.deleted': words('trash-2', 'neutral', 'deleted the draft'),
  'document.edited': words('pencil', 'neutral', edited),
  'document.extended': words('calendar-plus', 'neutral', 'changed the expiry date'),
  'tracking_link.rotated': words('link', 'neutral', 'gave the tracking page a new address'),
  'mail.bounced': words('mail-warning', 'danger', bounced),
  'signer.asked': words('message-circle-question-mark', 'warning', ({ body }) =>
    body.details.kind === 'paper'
      ? 'asked for the document on paper'
      : 'asked the sender a question'
  ),
  'signer.corrected': words('user-pen', 'neutral', corrected),
  'signer.delegated': words('user-pen', 'warning', delegated),
  'auth.failed': words(
    'shield-alert',
    'danger',
    ({ body }) => `was refused: ${wordsOfAccessFailure(body.details.reason)}`
  ),
}

export function wordsOf(action: string): Words {
  return WORDS[action as DocumentAction] ?? words('circle', 'neutral', action)
}

function edited({ body }: Entry): string {
  const { editor } = body.details as { editor?: { origin?: string } }
  return editor?.origin
    ? `placed fields in the editor embedded at ${editor.origin}`
    : 'changed the draft'
}

/** What the PDF did rather than showed, and was removed from it. */
const REMOVED: Record<string, string> = {
  javascript: 'scripts',
  launch: 'programs to launch',
  submission: 'forms to submit',
  embedded_file: 'embedded files',
  media: 'media',
  xfa: 'an XFA form',
}

function created({ body: { details } }: Entry): string {
  if (details.form)
    return 'created the document by a form that a visitor filled in; the visitor’s address was proved by mail'
  return details.bulkSend ? 'created the document by a bulk send' : 'created the document'
}

function uploaded({ body, personal }: Entry): string {
  const isExchange = body.details.replacedSha256 !== undefined
  const did = isExchange ? 'replaced the file with' : 'uploaded'
  const what = `${did} ${personal.fileName ?? (isExchange ? 'another' : 'the PDF')}`
  const removed = Array.isArray(body.details.removed) ? body.details.removed : []
  const names = removed.map((kind) => REMOVED[String(kind)] ?? String(kind))
  return names.length > 0 ? `${what}, from which ${names.join(', ')} were removed` : what
}

function completed({ body: { details } }: Entry): string {
  return `completed a ${String(details.type)} field on page ${String(details.page)}`
}

/** With what an auditor looks for: who vouched, how, when, and for which bytes. */
function proved({ body: { details } }: Entry): string {
  const context = details.authenticationContext ? ` (${String(details.authenticationContext)})` : ''
  return `proved their identity by ${String(details.provider)}${context}, logged in there at ${String(details.authenticatedAt)}. Assertion SHA-256 ${String(details.assertionSha256)}`
}

function failed({ body: { details } }: Entry): string {
  return `could not seal the document${details.reason ? `: “${String(details.reason)}”` : ''}`
}

function corrected(entry: Entry, signers: readonly Signer[]): string {
  const { identity, access, inPerson } = entry.body.details
  const proof =
    identity === undefined
      ? ''
      : identity === null
        ? ', who need not prove their identity any more'
        : ', who has to prove their identity'
  const code =
    access === undefined
      ? ''
      : access === null
        ? ', who is asked for no access code any more'
        : access === 'code'
          ? ', who has to enter another access code'
          : `, who has to enter a code sent by ${access === 'sms_code' ? 'SMS' : 'email'}`
  const way =
    inPerson === undefined
      ? ''
      : inPerson
        ? ', who signs in person from now on'
        : ', who signs by a link from now on'
  return `corrected ${people(entry, signers)}${proof}${code}${way}`
}

/** Who asked for it by API may be another than the one who hands it over. */
function handedOver(entry: Entry, signers: readonly Signer[]): string {
  const { body, personal } = entry
  const signer = people(entry, signers)
  const isOwn = body.details.hostId === body.actor.id && body.actor.via === undefined
  return isOwn
    ? `handed this device to ${signer}, to sign in person`
    : `let ${signer} sign in person on the device of ${hostOf(personal)}`
}

function signed({ body, personal }: Entry): string {
  return body.details.hostId === undefined
    ? 'signed'
    : `signed on the device of ${hostOf(personal)}, in their presence`
}

function hostOf({ hostName, hostEmail }: Entry['personal']): string {
  return hostName ? `${embedded(hostName)} (${hostEmail})` : 'a member'
}

function delegated(entry: Entry): string {
  const { nameAfter, emailAfter } = entry.personal
  const to = nameAfter ? `${embedded(nameAfter)} (${emailAfter})` : 'somebody else'
  return `handed signing over to ${to}${because(entry)}`
}

function declined(entry: Entry, signers: readonly Signer[]): string {
  const signer = signers.find(({ id }) => id === entry.body.details.signerId)
  const what = signer?.role === 'approver' ? 'approve' : 'sign'
  return `declined to ${what}${because(entry)}`
}

function bounced({ body, personal }: Entry): string {
  const mail = MAILS[String(body.details.mail)] ?? 'an email'
  return `could not deliver ${mail}${personal.email ? ` to ${personal.email}` : ''}`
}

function because({ personal }: Entry): string {
  return personal.reason ? `: “${personal.reason}”` : ''
}

/** The signers whom an entry is about, by name. */
function people({ body: { details } }: Entry, signers: readonly Signer[]): string {
  const ids = [details.signerIds ?? details.signerId].flat()
  const names = signers
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => embedded(name || 'somebody'))
  if (names.length === 0) return 'nobody'
  return names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
