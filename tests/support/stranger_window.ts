import type { BrowserContextOptions } from 'playwright-core'
import type Tenant from '#app/tenants/tenant'
import { hostOfTenant } from '#tests/factories/api_client'
import { PageWindow } from '#tests/support/page_window'

/** Somebody at the host of a tenant who has no account there. */
export class StrangerWindow extends PageWindow {
  static async at(tenant: Tenant, options: BrowserContextOptions = {}): Promise<StrangerWindow> {
    return new StrangerWindow(hostOfTenant(tenant), ...(await StrangerWindow.fresh(options)))
  }
}
