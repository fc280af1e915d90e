import { isolated } from '#app/foundation/printable_text'
import type { CertificateSigner } from '../../seal_order.js'
import { day, moment, timeOfDay } from '../moment.js'
import { HAIRLINE, MUTED, SIGNED } from '../palette.js'
import type { Sheets, TextStyle } from '../sheets.js'
import { drawLabel, sentenceCase, SMALL, SMALL_MUTED, VALUE } from './lettering.js'
import { drawSealEmblem } from './seal_emblem.js'

const PADDING = 14
/** From the label of a row to what it says. */
const INDENT = 52
const LEADING = 10.5

/** One signer or approver: who, when, from where, and what was agreed to. */
export class SignerCard {
  #left: number
  #inner: number

  constructor(
    readonly sheets: Sheets,
    readonly signer: CertificateSigner
  ) {
    this.#left = sheets.left + PADDING
    this.#inner = sheets.width - 2 * PADDING
  }

  draw() {
    const { sheets, signer } = this
    const agent = sheets.wrap(signer.userAgent ?? '—', this.#inner - 92, SMALL).slice(0, 3)
    const identity = this.#identity()
    const access = accessOf(signer)
    const agentEnd = 105 + agent.length * LEADING
    const identityEnd = agentEnd + (identity.length > 0 ? identity.length * LEADING + 1 : 0)
    const accessEnd = identityEnd + (access ? LEADING + 2 : 0)
    const presence = this.#presence()
    const height = accessEnd + 1 + (presence.length > 0 ? presence.length * LEADING + 1 : 0)
    sheets.keep(height + 10)
    const box = { x: sheets.left, y: sheets.top - height, width: sheets.width, height }
    sheets.drawing.roundedRectangle(box, 6, { stroke: HAIRLINE, line: 0.75 })
    this.#who()
    this.#whenAndWhere()
    this.#row('Consent', [consentOf(signer)], sheets.top - 93)
    this.#row('Browser', agent, sheets.top - 105)
    if (identity.length > 0) this.#row('Identity', identity, sheets.top - agentEnd - 2)
    if (access) this.#row('Access', [access], sheets.top - identityEnd - 2)
    if (presence.length > 0) this.#row('In person', presence, sheets.top - accessEnd - 2)
    sheets.top -= height + 10
  }

  #who() {
    const { sheets, signer } = this
    const status = this.#status(this.#left + this.#inner, sheets.top - 20)
    const name = signer.order === null ? signer.name : `${signer.order}. ${isolated(signer.name)}`
    const room = this.#inner - status - 12
    sheets.write(name, this.#left, sheets.top - 21, { size: 11.5, voice: 'bold' }, room)
    sheets.write(signer.email, this.#left, sheets.top - 34, { size: 9, ink: MUTED }, this.#inner)
  }

  /** @returns the width it took */
  #status(right: number, baseline: number): number {
    const { sheets } = this
    const hasSigned = this.signer.status === 'signed'
    const text = statusOf(this.signer)
    const style: TextStyle = { size: 8.5, voice: 'bold', ink: hasSigned ? SIGNED : MUTED }
    const width = (sheets.line(text, style).width * style.size) / 1000
    sheets.write(text, right - width, baseline, style)
    if (!hasSigned) return width
    drawSealEmblem(sheets.drawing, right - width - 9.5, baseline + 3, 5.2)
    return width + 16
  }

  #whenAndWhere() {
    const { sheets, signer } = this
    const column = (index: number) => this.#left + (index * this.#inner) / 4
    const moments = [
      [signer.inPerson ? 'Asked' : 'Invited', signer.sentAt],
      ['Viewed', signer.viewedAt],
      [signer.isApprover ? 'Approved' : 'Signed', signer.signedAt],
    ] as const
    moments.forEach(([label, at], index) => {
      drawLabel(sheets, label, column(index), sheets.top - 53)
      sheets.write(at ? day(at) : '—', column(index), sheets.top - 65, VALUE)
      if (at) sheets.write(timeOfDay(at), column(index), sheets.top - 76, SMALL_MUTED)
    })
    drawLabel(sheets, 'IP address', column(3), sheets.top - 53)
    sheets.write(signer.ipAddress ?? '—', column(3), sheets.top - 65, VALUE, this.#inner / 4)
  }

  #identity(): string[] {
    const { signer, sheets } = this
    const room = this.#inner - INDENT
    return identityOf(signer).flatMap((line) => sheets.wrap(line, room, SMALL).slice(0, 2))
  }

  #presence(): string[] {
    const { signer, sheets } = this
    const room = this.#inner - INDENT
    return presenceOf(signer).flatMap((line) => sheets.wrap(line, room, SMALL).slice(0, 2))
  }

  #row(label: string, lines: string[], baseline: number) {
    const { sheets } = this
    sheets.write(label, this.#left, baseline, SMALL_MUTED)
    const x = this.#left + INDENT
    if (lines.length === 1) sheets.write(lines[0]!, x, baseline, SMALL, this.#inner - INDENT)
    else sheets.writeLines(lines, x, baseline, LEADING, SMALL)
  }
}

/** Who approves is told apart from who signs, whatever has come of it. */
function statusOf({ isApprover, status }: CertificateSigner): string {
  if (!isApprover) return sentenceCase(status)
  return status === 'signed' ? 'Approved' : `Approver · ${sentenceCase(status)}`
}

export function consentOf({
  consentVersion,
  consentSha256,
}: Pick<CertificateSigner, 'consentVersion' | 'consentSha256'>): string {
  if (consentVersion === null) return '—'
  return consentSha256
    ? `Version ${consentVersion}, SHA-256 ${consentSha256}`
    : `Version ${consentVersion}`
}

/** That the link alone did not let them in; null where it did. */
export function accessOf({ access }: Pick<CertificateSigner, 'access'>): string | null {
  if (!access) return null
  const { check, enteredAt, sentTo } = access
  const way = check === 'sms_code' ? 'SMS' : 'e-mail'
  const which =
    check === 'code'
      ? 'that the sender had agreed with them'
      : `sent by ${way}${sentTo ? ` to ${sentTo}` : ''}`
  return `Entered ${moment(enteredAt)} a code ${which}`
}

/** On whose device they signed, a line each; none where it was by a link of their own. */
export function presenceOf({ inPerson }: Pick<CertificateSigner, 'inPerson'>): string[] {
  if (!inPerson?.host) return []
  const { name, email } = inPerson.host
  const host = name ? `${isolated(name)} <${email}>` : 'a member of the sender'
  return [
    `Signed on the device of ${host}, in whose presence`,
    'IP address and browser are those of that device',
  ]
}

/** What the identity provider said, a line each; none where the link was enough. */
export function identityOf({ identity }: Pick<CertificateSigner, 'identity'>): string[] {
  if (!identity) return []
  const { provider, authenticationContext, authenticatedAt, at, assertionSha256 } = identity
  const context = authenticationContext?.split(':').at(-1)
  return [
    `Proved ${moment(at)} by ${provider}`,
    `Logged in there ${moment(authenticatedAt)}${context ? `, by ${context}` : ''}`,
    `SAML assertion, SHA-256 ${assertionSha256}`,
  ]
}
