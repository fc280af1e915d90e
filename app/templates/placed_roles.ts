import type { WantedField } from '#app/documents/drafts/anchor'
import type { AnchoredFile } from '#app/documents/drafts/anchored_fields'
import { anchoredParties } from '#app/documents/drafts/anchored_parties'
import type { RoleInput } from './template_content.js'

/** A role as a caller describes it: its fields by their places or by anchors. */
export type WantedRole = Omit<RoleInput, 'fields'> & { fields?: WantedField[] }

/**
 * Roles with every field in its place.
 *
 * @param read  the file; asked for only if something is anchored
 * @throws DraftRefused naming each anchor that leads nowhere, PdfMalformed, E_INTAKE_BUSY
 */
export async function placedRoles(
  roles: readonly WantedRole[],
  read: () => AnchoredFile | Promise<AnchoredFile>
): Promise<RoleInput[]> {
  const { people } = await anchoredParties({ part: 'roles', people: roles }, read)
  return people
}
