import { checkTrailFile, TRAIL_FILE } from '#app/audit/trail_file'
import { spokenOf } from '#app/documents/signers/role_phrases'
import { ProvenDocument } from '#app/documents/evidence/proven_document'
import { attachedFile } from '#app/sealing/verifier/attached_file'
import { printedTrail } from '#app/signing/certificate/printed_trail'
import { element } from './elements.js'

/** The audit trail that the seal covers; null for a file that is not as it was sealed. */
export function trailOf(bytes, { seal }) {
  if (!seal) return null
  const file = attachedFile(bytes.subarray(0, seal.coveredBytes), TRAIL_FILE)
  return file && checkTrailFile(file)
}

/** Who signed, and each step, as the certificate at the end of the PDF prints them. */
export function trailParts(trail, phrases) {
  const { t } = phrases
  if (trail.findings.length > 0) return [element('p', { role: 'alert' }, t('verify.trail_broken'))]
  const document = ProvenDocument.of(trail)
  return [
    element('h2', {}, t('verify.signers')),
    element(
      'ul',
      { class: 'verifier-people' },
      ...document.signers.map((one) => person(one, phrases))
    ),
    element('p', { class: 'small' }, t('verify.trail_whole', { count: trail.entries.length })),
    element(
      'details',
      {},
      element('summary', {}, t('verify.steps')),
      steps(trail, document, phrases)
    ),
    element(
      'p',
      { class: 'seal-hash' },
      `${t('verify.original')}: `,
      element('code', {}, document.originalSha256 ?? '')
    ),
  ]
}

function person({ role, name, email, signedAt, ipAddress, host }, { t: say, moment }) {
  const t = spokenOf(role, say)
  const unsigned = role === 'copy' ? t('verify.gets_copy') : t('verify.not_signed')
  const line = signedAt ? t('verify.signed', { moment: moment(signedAt) }) : unsigned
  const way = host ? t('verify.in_person', { host: host.name ?? '' }) : null
  const facts = [line, way, ipAddress && `IP ${ipAddress}`].filter(Boolean)
  return element(
    'li',
    {},
    element('strong', {}, element('bdi', {}, name ?? '')),
    ' ',
    element('span', { class: 'soft' }, element('bdi', {}, email ?? '')),
    element('br'),
    facts.join(' · ')
  )
}

function steps({ entries }, { signers }, phrases) {
  const names = new Map(signers.map(({ id, name }) => [id, name ?? '']))
  const { t } = phrases
  const rows = printedTrail(entries, names, phrases).map(({ at, event, detail, actor }) =>
    element(
      'tr',
      {},
      element(
        'td',
        { class: 'number', dir: 'ltr' },
        at.toISOString().replace('T', ' ').slice(0, 19)
      ),
      element('td', {}, event, detail ? ` · ${detail}` : ''),
      element('td', {}, element('bdi', {}, actor))
    )
  )
  const titles = [`${t('trail.time')} (UTC)`, t('trail.event'), t('trail.by')]
  const heads = titles.map((text) => element('th', { scope: 'col' }, text))
  return element(
    'div',
    { class: 'verifier-steps' },
    element(
      'table',
      { class: 'table' },
      element('thead', {}, element('tr', {}, ...heads)),
      element('tbody', {}, ...rows)
    )
  )
}
