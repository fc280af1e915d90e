import type { Actor } from '#app/audit/actor'
import { CurrentTenant } from '#app/tenancy/current_tenant'

const CONFIRM = `
  update sso_setup set awaits_owner_since = null where awaits_owner_since is not null returning singleton`

/** What somebody set up who has no account waits for an owner. */
export const SetupConfirmation = {
  /** Whether this is somebody with a set-up link. */
  isOutsider({ via }: Actor): boolean {
    return via?.startsWith('ssl_') ?? false
  },

  /** In the unit that turns single sign-on on. @returns whether something was waiting, which an owner alone confirms */
  async take(): Promise<boolean> {
    const [confirmed] = await CurrentTenant.batch([{ text: CONFIRM }])
    return confirmed.length > 0
  },
}
