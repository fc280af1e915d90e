import icons from 'virtual:icons'
import { attachedTrail } from '#app/sealing/verifier/attached_trail'
import { fileWords } from '#app/signing/verified_file/file_words'
import { element, fragment, icon } from './elements.js'
import { examineFile } from './examiner.js'
import { trailParts } from './trail.js'

/**
 * What is found of a file, on a page that checks it by itself.
 *
 * @param {{ name: string, bytes: Uint8Array }} file
 * @param {import('#app/sealing/verifier/seal_report').TrustedRoots} trusted
 */
export function examined({ name, bytes }, trusted) {
  const report = examineFile(bytes, trusted)
  return { name, report, trail: attachedTrail(bytes, report) }
}

/** @param {ReturnType<typeof examined>} found */
export function reportParts({ name, report, trail }, phrases) {
  const words = fileWords(report, trail, phrases)
  return fragment(
    element('p', { class: 'soft' }, element('bdi', {}, name)),
    sealParts(words, phrases),
    ...(words.trail ? trailParts(words.trail, phrases) : [])
  )
}

function sealParts(words, { t }) {
  const { tone, mark, title, text, found, proves, signatures, signaturesTitle, limits, sha256 } =
    words
  const list = (heading, lines, { kind, sign }) =>
    lines.length > 0
      ? [
          element('h2', {}, heading),
          element(
            'ul',
            kind ? { 'class': 'seal-list', 'data-kind': kind } : { class: 'seal-list' },
            ...lines.map((line) => element('li', {}, icon(icons[sign]), element('span', {}, line)))
          ),
        ]
      : []
  return element(
    'div',
    { 'class': 'seal-report', 'data-tone': tone },
    element(
      'div',
      { class: 'seal-verdict' },
      icon(icons[mark]),
      element('div', {}, element('p', { class: 'seal-title' }, title), element('p', {}, text))
    ),
    ...list(t('verify.found'), found, { kind: 'found', sign: 'circle-alert' }),
    ...list(t('verify.proves'), proves, { kind: 'proves', sign: 'check' }),
    ...list(signaturesTitle, signatures, { sign: 'pen-line' }),
    ...list(t('verify.not_proved'), limits, { sign: 'minus' }),
    element('p', { class: 'seal-hash' }, `${t('verify.sha')}: `, element('code', {}, sha256))
  )
}
