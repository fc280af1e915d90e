import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { barriersOf } from '#tests/support/barriers'
import { addressOf, openWindow } from '#tests/support/chromium'

/** Screenshots are saved here. */
const SHOTS = process.env.SCREENSHOTS

const TELL_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  console.error('Policy: ' + event.violatedDirective + ' ' + event.blockedURI))`

/** A person at one of our hosts, in a browser of their own. */
export class PageWindow {
  /** What went wrong in the page: broken scripts, violations of the policy. */
  readonly troubles: string[] = []

  protected constructor(
    readonly host: string,
    readonly window: BrowserContext,
    readonly page: Page
  ) {
    page.on('pageerror', ({ message }) => this.troubles.push(message))
    page.on('console', (message) => {
      if (message.type() === 'error') this.troubles.push(message.text())
    })
  }

  /** A new window and its first page. */
  protected static async fresh(options: BrowserContextOptions): Promise<[BrowserContext, Page]> {
    const window = await openWindow({ reducedMotion: 'reduce', acceptDownloads: true, ...options })
    await window.addInitScript(TELL_VIOLATIONS)
    return [window, await window.newPage()]
  }

  address(path: string): string {
    return addressOf(this.host, path)
  }

  async go(path: string): Promise<void> {
    await this.page.goto(this.address(path))
  }

  /** Path and query of where the page is. */
  get path(): string {
    const { pathname, search } = new URL(this.page.url())
    return pathname + search
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name, exact: typeof name === 'string' }).click()
  }

  async follow(name: string | RegExp): Promise<void> {
    await this.page
      .getByRole('link', { name, exact: typeof name === 'string' })
      .first()
      .click()
  }

  async says(text: string): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  barriers(): Promise<string[]> {
    return barriersOf(this.page)
  }

  /** By how many pixels the page is wider than its window. */
  async overflow(): Promise<number> {
    const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    return Number(await this.page.evaluate(width))
  }

  async shoot(name: string): Promise<void> {
    if (!SHOTS) return
    await this.page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true })
  }

  async close(): Promise<void> {
    await this.window.close()
  }
}
