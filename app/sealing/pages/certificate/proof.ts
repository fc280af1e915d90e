import type { Ink } from '../../pdf/drawing.js'
import type { Sheets, TextStyle } from '../sheets.js'
import type { CertificateFacts } from './certificate_facts.js'
import { drawHeading } from './lettering.js'
import { PANEL_HEIGHT } from './seal_panel.js'

const STYLE: TextStyle = { size: 9 }
const LEADING = 13

const STAMPED_LATER =
  'No authority for time stamps answered when the file was sealed: a time stamp of a third party (RFC 3161) may have been added to the signature since.'

const VOUCHED =
  'Where a signer’s card says so, an identity provider of the sender vouched for the signer shortly before they signed, by a signed SAML assertion with the address on the card. The hash names its signed bytes; the sender keeps the assertion.'

const AGREED =
  'Where a signer’s card says so, the signing link showed the document only after a code was entered. That the sender had agreed this code with the signer, and with nobody else, is the sender’s word.'

const SENT =
  'Where a signer’s card says that a code was sent, the signing link showed the document only after that code was entered, in the browser that had asked for it and within ten minutes. That the address or number belongs to a person is not examined here.'

const PRESENT =
  'Where a signer’s card says “In person”, they were handed a device by the person named there, and signed in that person’s presence. IP address and browser are the device’s and say nothing of the signer; who the signer was is that person’s word.'

/** What the seal proves and what it does not. The panel of the seal stands below it, on the same page. */
export function drawProof(sheets: Sheets, facts: CertificateFacts, ink: Ink) {
  const paragraphs = statements(facts).map((text) => sheets.wrap(text, sheets.width - 16, STYLE))
  const height = paragraphs.reduce((sum, lines) => sum + lines.length * LEADING + 7, 20 + 8)
  // one thought, and so one page: what is proved, and by what
  drawHeading(sheets, 'What this proves', height + PANEL_HEIGHT)
  for (const lines of paragraphs) {
    sheets.drawing.circle(sheets.left + 2.5, sheets.top - 5.8, 1.6, ink)
    const bottom = sheets.writeLines(lines, sheets.left + 14, sheets.top - 9, LEADING, STYLE)
    sheets.top = bottom - 11
  }
  sheets.top -= 8
}

export function statements(facts: CertificateFacts): string[] {
  const { content, seal, canonicalBytes, record } = facts
  const timestamp = seal.isTimestamped ? ', with a time stamp of a third party (RFC 3161)' : ''
  const enclosed = facts.enclosed.join(' and ')
  const isHosted = content.signers.some(({ inPerson }) => inPerson)
  return [
    `The file carries a digital signature (PAdES, ETSI.CAdES.detached, ECDSA P-256 and SHA-256${timestamp}) made with the certificate named below. It covers every byte of the file as it was sealed: a reader that checks signatures shows when one was changed, and what was added later.`,
    ...(seal.isStampedLater ? [STAMPED_LATER] : []),
    record
      ? 'These pages tell what is on record of the document, which is not part of them. The first two fingerprints above name its bytes: as they were received, and as they were shown to signers.'
      : `The first ${canonicalBytes.toLocaleString('en-US')} bytes of the file are the document as it was shown to every signer, unchanged; their SHA-256 is the second fingerprint above. What signers entered, and these pages, follow behind it.`,
    'Each entry of the audit trail contains the hash of the entry before it. The hash of the last one is the third fingerprint above, so that no entry can be changed, added or removed unnoticed.',
    ...(enclosed
      ? [
          `For programs and for later readers the file encloses ${enclosed}: what every hash of the trail, and of what signers agreed to, is made of.`,
        ]
      : []),
    ...(content.signers.some(({ identity }) => identity) ? [VOUCHED] : []),
    ...(content.signers.some(({ access }) => access?.check === 'code') ? [AGREED] : []),
    ...(content.signers.some(({ access }) => access && access.check !== 'code') ? [SENT] : []),
    ...(isHosted ? [PRESENT] : []),
    `${isHosted ? 'Other signers' : 'Signers'} were invited by ${content.tenantName} at the e-mail addresses shown. Times, addresses and browsers are as our servers saw them; that a mailbox belongs to a person is not examined here.`,
  ]
}
