import Connection from '#app/single_sign_on/connection'
import type Domain from '#app/tenants/domains/domain'

/** Whether the tenant's identity provider sends people back to this host. */
export async function isHostOfSso({ host, kind }: Domain): Promise<boolean> {
  if (kind === 'base') return false
  return (await Connection.query().where({ host }).first()) !== null
}
