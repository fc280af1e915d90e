import type { InputFault } from '#app/foundation/input_refused'
import { coversTestLabel } from '#app/sealing/pages/test_mark'
import { overlap } from '#app/sealing/pdf/page_box'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Document from './document.js'
import DraftRefused from './errors/draft_refused.js'
import type Field from './field.js'
import type { DocumentPage } from './files/page_size.js'

/**
 * In a file that bears signatures already each signer needs a signature field: sealing adds no page to it to sign on. And nothing shows
 * where its own fields do, a visible signature above all.
 *
 * @throws DraftRefused
 */
export function assertPlacesToSign(document: Document): void {
  if (!document.isSignedBefore) return
  const faults = document.signers.flatMap((signer, index) => {
    const fields = document.fieldsOf(signer)
    const path = ['signers', index, 'fields'] as const
    const covered = fields.flatMap((field, at): InputFault[] => {
      if (!isCovered(field, document.pages)) return []
      const message = `The ${field.type} field of ${signer.name} on page ${field.page} lies over a signature or a filled-in field that this PDF has already, which would hide it: move the field to a free place`
      return [{ path: [...path, at], code: 'field_over_signature', message }]
    })
    const hasField = fields.some(({ type }) => type === 'signature')
    if (hasField || !signer.isSigning) return covered
    const message = `${signer.name} needs a signature field: this PDF bears a signature already, so that no page can be added to sign on`
    return [{ path: [...path], code: 'signature_field_missing', message }, ...covered]
  })
  faults.push(...labelFaults(document))
  if (faults.length > 0) throw new DraftRefused(faults)
}

function isCovered(field: Field, pages: readonly DocumentPage[]): boolean {
  const covered = pages[field.page - 1]?.covered ?? []
  return covered.some((place) => overlap(field, place))
}

/** Where it would be said that a document of the sandbox is a test, which the seal insists on. */
function labelFaults({ pages }: Document): InputFault[] {
  if (CurrentTenant.get().environment === 'live') return []
  return pages.flatMap((page, index) => {
    if (!page.covered || !coversTestLabel(page)) return []
    const message = `A signature or a filled-in field covers the foot of page ${index + 1}, where the sandbox marks test documents: such a PDF can be sent live only`
    return [{ path: ['file'], code: 'test_mark_covered', message }]
  })
}
