import { iso } from '#app/documents/document_transformer'
import type { Closure, PublicForm } from '#app/templates/forms/public_form'
import type TenantEntitlements from '#app/tenants/tenant_entitlements'

const STATUSES = {
  off: 'closed',
  ended: 'ended',
  full: 'full',
  archived: 'archived',
} as const satisfies Record<Closure, string>

/** A form as the API shows it; every field that leaves is named here. */
export async function transformed(form: PublicForm, entitlements: TenantEntitlements) {
  const { id, title, row, closure } = form
  return {
    id,
    status: closure ? STATUSES[closure] : ('open' as const),
    url: await form.url(entitlements),
    templateId: row.template_id,
    title,
    welcome: row.welcome,
    role: row.role,
    members: Object.entries(row.members).map(([role, member]) => ({ role, member })),
    responsible: row.responsible_id,
    closesAt: iso(row.closes_at),
    most: row.most,
    submissions: row.submissions,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  }
}
