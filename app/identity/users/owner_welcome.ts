import { CurrentTenant } from '#app/tenancy/current_tenant'
import Tenant from '#app/tenants/tenant'
import { MemberInvitation } from './member_invitation.js'
import User from './user.js'

/** Work of the platform: the owners of a tenant that was just made, who have no password, are asked to come. Twice is once. */
export async function welcomeOwners(tenantId: string): Promise<void> {
  const tenant = await Tenant.find(tenantId)
  if (!tenant?.isReachable) return
  await CurrentTenant.run({ tenant: tenant.ref, environment: 'live' }, async () => {
    const owners = await User.query().where('role', 'owner').whereNull('passwordHash')
    for (const { id } of owners) await MemberInvitation.welcome(id)
  })
}
