import type { InputFault } from '#app/foundation/input_refused'
import { coversTestLabel } from '#app/sealing/pages/test_mark'
import { overlap, type Rectangle } from '#app/sealing/pdf/page_box'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Document from './document.js'
import DraftRefused from './errors/draft_refused.js'
import type { FieldType } from './field_kinds/index.js'
import type { DocumentPage } from './files/page_size.js'

type Box = Rectangle & { type: FieldType; page: number }

/** A signer, or the role of one, and where they sign. */
export interface Places {
  name: string
  isSigning: boolean
  fields: readonly Box[]
}

/** A file that is to be signed. */
interface SignedFile {
  pages: readonly DocumentPage[]
  isSignedBefore: boolean
}

/** @throws DraftRefused */
export function assertPlacesToSign(document: Document): void {
  const signers = document.signers.map((signer) => {
    const { name, isSigning } = signer
    return { name, isSigning, fields: document.fieldsOf(signer) }
  })
  const faults = placeFaults(signers, document)
  if (document.takesNoPage && !document.isSignedBefore) faults.push(...certifiedFaults(signers))
  if (document.takesNoPage && document.isPacket) faults.push(severalFilesFault(document.signers))
  if (faults.length > 0) throw new DraftRefused(faults)
}

/**
 * In a file that bears signatures already each signer needs a signature field: sealing adds no page to it to sign on. And nothing shows
 * where its own fields do, a visible signature above all.
 */
export function placeFaults(signers: readonly Places[], file: SignedFile): InputFault[] {
  if (!file.isSignedBefore) return []
  const missing = signers.flatMap(({ name, isSigning, fields }, index): InputFault[] => {
    if (!isSigning || fields.some(({ type }) => type === 'signature')) return []
    const message = `${name} needs a signature field: this PDF bears a signature already, so that no page can be added to sign on`
    return [{ path: ['signers', index, 'fields'], code: 'signature_field_missing', message }]
  })
  return [...missing, ...coveredFaults(signers, file.pages), ...labelFaults(file.pages)]
}

/** The same where signers sign with certificates of their own: behind the first such signature no page can be added. */
export function certifiedFaults(
  signers: readonly Pick<Places, 'name' | 'isSigning' | 'fields'>[]
): InputFault[] {
  return signers.flatMap(({ name, isSigning, fields }, index): InputFault[] => {
    if (!isSigning || fields.some(({ type }) => type === 'signature')) return []
    const message = `${name} needs a signature field: somebody signs this document with a certificate of their own, and no page can be added behind such a signature`
    return [{ path: ['signers', index, 'fields'], code: 'signature_field_missing', message }]
  })
}

/** Each file would need a signature of its own. */
export function severalFilesFault(signers: readonly { certificate: unknown }[]): InputFault {
  const index = signers.findIndex(({ certificate }) => certificate !== null)
  const message =
    'Nobody can be asked for a certificate in a document of several files: send each file on its own'
  return { path: ['signers', Math.max(0, index), 'certificate'], code: 'one_file_only', message }
}

/** Fields where nothing shows that is added. */
export function coveredFaults(
  signers: readonly Pick<Places, 'name' | 'fields'>[],
  pages: readonly DocumentPage[]
): InputFault[] {
  return signers.flatMap(({ name, fields }, index) =>
    fields.flatMap((field, at): InputFault[] => {
      if (!isCovered(field, pages)) return []
      const message = `The ${field.type} field of ${name} on page ${field.page} lies over a signature or a filled-in field that this PDF has already, which would hide it: move the field to a free place`
      return [{ path: ['signers', index, 'fields', at], code: 'field_over_signature', message }]
    })
  )
}

function isCovered(field: Box, pages: readonly DocumentPage[]): boolean {
  const covered = pages[field.page - 1]?.covered ?? []
  return covered.some((place) => overlap(field, place))
}

/** Where it would be said that a document of the sandbox is a test, which the seal insists on. */
function labelFaults(pages: readonly DocumentPage[]): InputFault[] {
  if (CurrentTenant.get().environment === 'live') return []
  return pages.flatMap((page, index) => {
    if (!page.covered || !coversTestLabel(page)) return []
    const message = `A signature or a filled-in field covers the foot of page ${index + 1}, where the sandbox marks test documents: such a PDF can be sent live only`
    return [{ path: ['file'], code: 'test_mark_covered', message }]
  })
}
