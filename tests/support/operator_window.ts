import type { BrowserContextOptions } from 'playwright-core'
import env from '#start/env'
import type Operator from '#app/identity/operators/operator'
import { OperatorSession } from '#app/identity/operators/operator_session'
import { PageWindow } from '#tests/support/page_window'

/** A person at the platform's console, in a browser of their own. */
export class OperatorWindow extends PageWindow {
  static async open(options: BrowserContextOptions = {}): Promise<OperatorWindow> {
    return new OperatorWindow(env.get('PLATFORM_DOMAIN'), ...(await OperatorWindow.fresh(options)))
  }

  /** The same as somebody who gave both proofs. */
  static async of(
    operator: Operator,
    options: BrowserContextOptions = {}
  ): Promise<OperatorWindow> {
    const opened = await OperatorWindow.open(options)
    const value = (await OperatorSession.open(operator, 'both')).release()
    await opened.window.addCookies([{ name: 'operator', value, url: opened.address('/') }])
    return opened
  }
}
