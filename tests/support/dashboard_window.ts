import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openSession } from '#app/identity/sessions/session_opening'
import User from '#app/identity/users/user'
import type Tenant from '#app/tenants/tenant'
import { hostOfTenant } from '#tests/factories/api_client'
import { inLive } from '#tests/support/dashboard_visitor'
import { PageWindow } from '#tests/support/page_window'

/** A person at a tenant's dashboard, in a browser of their own. */
export class DashboardWindow extends PageWindow {
  private constructor(
    readonly tenant: Tenant,
    window: BrowserContext,
    page: Page
  ) {
    super(hostOfTenant(tenant), window, page)
  }

  static async open(tenant: Tenant, options: BrowserContextOptions = {}): Promise<DashboardWindow> {
    return new DashboardWindow(tenant, ...(await DashboardWindow.fresh(options)))
  }

  /** The same as somebody who has logged in: an owner, or who is named. */
  static async of(
    tenant: Tenant,
    { email, ...options }: BrowserContextOptions & { email?: string } = {}
  ): Promise<DashboardWindow> {
    const opened = await DashboardWindow.open(tenant, options)
    const value = await inLive(tenant, async () => {
      const user = await User.findByOrFail(email ? { email } : { role: 'owner' })
      return (await openSession(user)).token.release()
    })
    await opened.window.addCookies([{ name: 'session', value, url: opened.address('/') }])
    return opened
  }
}
