import { CurrentTenant } from '#app/tenancy/current_tenant'
import { Recipients, type Recipient } from '#app/identity/teams/recipient'

/** The member or team that somebody typed; null for nobody. */
export async function chosenRecipient(text: string): Promise<Recipient | null> {
  if (text === '') return null
  const [[found]] = await CurrentTenant.batch([Recipients.named(text)])
  return found ?? null
}
