import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { trustedRoots } from './examiner.js'
import { examined, reportParts } from './report.js'

/**
 * What the verifier finds of a file, for the page on which somebody chose it.
 *
 * @param {{ name: string, bytes: ArrayBuffer }} file
 * @param {import('#app/sealing/verifier/portable_roots').PortableRoots} roots  what this installation accepts
 * @param {import('#app/foundation/phrases/languages').Language} language  of the page
 * @returns {DocumentFragment}
 */
export function check(file, roots, language) {
  const found = examined({ name: file.name, bytes: Buffer.from(file.bytes) }, trustedRoots(roots))
  return reportParts(found, Phrasebook.in(language))
}
