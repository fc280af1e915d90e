import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { barriersOf } from '#tests/support/barriers'
import { addressOf, openWindow } from '#tests/support/chromium'
import type { SigningLink } from './signing_link.js'

/** Screenshots are saved here. */
const SHOTS = process.env.SCREENSHOTS
const MOST_TABS = 60

/** Tells of every violation of the page's policy, also of those that the console keeps to itself. */
const TELL_VIOLATIONS = `addEventListener('securitypolicyviolation', (event) =>
  console.error('Policy: ' + event.violatedDirective + ' ' + event.blockedURI))`

/** A person with a signing link and a browser of their own. */
export class SigningVisitor {
  /** What went wrong in the page: broken scripts, files that did not come, violations of the policy. */
  readonly troubles: string[] = []

  private constructor(
    readonly window: BrowserContext,
    readonly page: Page,
    readonly link: SigningLink
  ) {}

  static async arrive(
    link: SigningLink,
    options: BrowserContextOptions = {}
  ): Promise<SigningVisitor> {
    const window = await openWindow({ reducedMotion: 'reduce', ...options })
    await window.addInitScript(TELL_VIOLATIONS)
    const visitor = new SigningVisitor(window, await window.newPage(), link)
    visitor.#listen()
    await visitor.page.goto(addressOf(link.host, link.path))
    return visitor
  }

  get guide(): Locator {
    return this.page.locator('field-guide')
  }

  get dialog(): Locator {
    return this.page.locator('signature-dialog dialog[open]')
  }

  /** The one large button that leads on. */
  get primary(): Locator {
    return this.guide.locator('[data-primary]')
  }

  get currentStep(): Locator {
    return this.guide.locator('.guide-step[aria-current]')
  }

  /** The last step, where all that was entered is shown once more. */
  get review(): Locator {
    return this.guide.locator('.guide-review')
  }

  field(type: string): Locator {
    return this.page.locator(`.pdf-field[data-type=${type}]`)
  }

  async agree(): Promise<void> {
    await this.page.getByRole('checkbox', { name: /I agree to use electronic/ }).check()
    await this.page.getByRole('button', { name: 'Continue to the document' }).click()
    await this.readsFirstPage()
  }

  async readsFirstPage(): Promise<void> {
    await this.page.locator('pdf-page[data-drawn]').first().waitFor()
    await this.page.locator('field-guide[data-ready]').waitFor()
  }

  async type(text?: string): Promise<void> {
    await this.dialog.getByRole('tab', { name: 'Type' }).click()
    if (text) await this.dialog.getByLabel('Type it as it should appear').fill(text)
    await this.adopt()
  }

  async adopt(): Promise<void> {
    await this.dialog.getByRole('button', { name: /^Adopt/ }).click()
    await this.dialog.waitFor({ state: 'hidden' })
  }

  async isThanked(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Thank you, you have signed' }).waitFor()
  }

  /** Presses Tab until this has the focus. */
  async tabTo(selector: string): Promise<void> {
    for (let presses = 0; presses < MOST_TABS; presses += 1) {
      if (await this.hasFocus(selector)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`No way to ${selector} by the Tab key`)
  }

  hasFocus(selector: string): Promise<boolean> {
    return this.page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)
  }

  barriers(): Promise<string[]> {
    return barriersOf(this.page)
  }

  /** How much wider the page is than the screen. */
  overflow(): Promise<number> {
    return this.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    )
  }

  async shoot(name: string, { fullPage = false } = {}): Promise<void> {
    if (!SHOTS) return
    mkdirSync(SHOTS, { recursive: true })
    await this.page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage })
  }

  async leave(): Promise<void> {
    await this.window.close()
  }

  #listen(): void {
    this.page.on('pageerror', (error) => this.troubles.push(String(error)))
    this.page.on('console', (message) => {
      if (message.type() === 'error') this.troubles.push(message.text())
    })
    this.page.on('requestfailed', (request) => {
      const failure = request.failure()?.errorText ?? ''
      // a page that is left takes its own requests back
      if (failure !== 'net::ERR_ABORTED') this.troubles.push(`${request.url()} ${failure}`)
    })
  }
}
