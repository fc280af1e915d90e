import type { AccountAction } from '#app/audit/audit_action'
import type { Actor } from '#app/audit/actor'
import { SecurityTrail } from '#app/audit/security_trail'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import type User from '../users/user.js'
import AddressChange from './address_change.js'
import { AddressSource } from './address_source.js'

/** What somebody who is logged in does about a change of their address. Always in the live scope. */
export class OwnAddress {
  constructor(
    private user: User,
    private by: Actor
  ) {}

  /**
   * A link goes to the new address, and a word to the old one. Whether somebody else has the new one makes no difference here: the mail to it says so.
   *
   * @param email  in lower case, and another than the person's own
   * @throws AddressManaged
   */
  async request(email: string): Promise<void> {
    await unit(async () => {
      await this.#note('address.change_requested', email)
      await AddressSource.requireOwn(this.user)
      const { id } = await AddressChange.request(this.user, email)
      await Notice.leave('address.proof', { changeId: id }, { to: this.user.id })
      await Notice.leave('address.requested', { changeId: id }, { to: this.user.id })
    })
  }

  /** The same link once more. @returns false where nothing waits for its proof */
  async resend(): Promise<boolean> {
    return unit(async () => {
      const [rows] = await CurrentTenant.batch([AddressChange.pendingOf(this.user)])
      const change = AddressChange.from(rows)
      if (!change) return false
      await Notice.leave('address.proof', { changeId: change.id }, { to: this.user.id })
      return true
    })
  }

  /** @returns false where nothing waits for its proof */
  async cancel(): Promise<boolean> {
    return unit(async () => {
      await SecurityTrail.lock()
      if (!(await AddressChange.drop(this.user))) return false
      await this.#note('address.change_cancelled')
      return true
    })
  }

  async #note(action: AccountAction, email?: string): Promise<void> {
    const details = { userId: this.user.id }
    const personal = email === undefined ? undefined : { email }
    await SecurityTrail.append({ action, actor: this.by, details, personal })
  }
}
