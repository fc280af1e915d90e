import type { Right } from '#app/identity/access/right'
import type { Role } from '#app/identity/access/role'
import { Refusal } from '#app/foundation/refusal'

const REASONS: Partial<Record<Right, string>> = {
  allDocuments: 'This gives access to documents of others, but you see only your own here.',
}

/** `details.roles` lists whose roles include it, for the page that names people to ask. */
export default class RoleInsufficient extends Refusal {
  static readonly kind = 'forbidden'
  static readonly code = 'role_insufficient'

  declare details: { roles: readonly Role[] }

  constructor(roles: readonly Role[], right?: Right) {
    const reason = right && REASONS[right]
    const isAdmins = roles.includes('admin')
    const whom = isAdmins ? 'an owner or an admin' : 'an owner'
    super(`${reason ?? 'Your role does not allow this.'} Ask ${whom} of this account.`)
    this.wording = {
      form: `${reason ? 'others' : 'role'}_${isAdmins ? 'admin' : 'owner'}` as const,
    }
    this.details = { roles }
    this.wording = { form: formOf(roles, right) }
  }
}

function formOf(roles: readonly Role[], right?: Right) {
  const asked = roles.includes('admin') ? 'admin' : 'owner'
  return right === 'allDocuments' ? (`all_documents_${asked}` as const) : asked
}
