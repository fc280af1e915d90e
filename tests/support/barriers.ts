import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Frame, Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What of a page keeps people out, in words that tell where. */
export async function barriersOf(page: Page | Frame): Promise<string[]> {
  // half a megabyte to be sent and compiled: once for each document, whose parts may be replaced in between
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE)
  const options = JSON.stringify({
    runOnly: { type: 'tag', values: RULES },
    iframes: false,
    resultTypes: ['violations'],
    preload: false,
  })
  const found = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`
  )
}
