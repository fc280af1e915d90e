import { taggedFields } from '#app/documents/drafts/tagged_fields'
import type { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import type { RoleInput } from './template_content.js'

/** Nobody signs for a role before somebody takes it. */
const NOBODY = 'role@template.invalid'

/**
 * Roles with the fields that tags in the text of a file ask for, beside those that they have: `{{signature:1}}` by their number, `{{signature:Buyer}}` by their name.
 *
 * @throws DraftRefused naming each tag that cannot be read, PdfMalformed, E_INTAKE_BUSY
 */
export async function taggedRoles(
  roles: readonly RoleInput[],
  upload: Pick<AcceptedPdf, 'canonical' | 'pages'>
): Promise<RoleInput[]> {
  const signers = roles.map(({ name }) => ({ name, key: name, email: NOBODY }))
  const tagged = await taggedFields(upload, signers)
  return roles.map((role) => {
    const own = tagged
      .filter(({ signer }) => signer === role.name)
      .map(({ signer: _, ...field }) => field)
    return own.length > 0 ? { ...role, fields: [...(role.fields ?? []), ...own] } : role
  })
}
