import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from 'playwright-core'
import env from '#start/env'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 900 }

/** A slow machine is no fault of a page; the test's own limit is the only judgement. */
const PATIENCE_MS = 120_000

let browser: Promise<Browser> | undefined

/** A window of its own: cookies, storage and size are nobody else's. Hosts under `.localhost` lead to the server under test. */
export async function openWindow(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  browser ??= launch()
  const window = await (await browser).newContext({ viewport: DESKTOP, ...options })
  window.setDefaultTimeout(PATIENCE_MS)
  return window
}

/**
 * The next windows are of a browser that does not optimise scripts. On a walk over many pages, each begins with half a megabyte of
 * axe, and what was optimised of it is gone with the page.
 */
export async function openBrowserForWalk(): Promise<void> {
  await closeBrowser()
  browser = launch('--js-flags=--no-turbofan --no-maglev')
}

function launch(...args: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  })
}

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close()
  browser = undefined
}

export function addressOf(host: string, path = '/'): string {
  return `http://${host}:${env.get('PORT')}${path}`
}
