import type { CDPSession, Page } from 'playwright-core'
import { until } from '#tests/support/until'

type Node = Awaited<ReturnType<typeof treeOf>>['nodes'][number]

/** What Chromium tells a screen reader of one element. */
export interface SpokenNode {
  role: string
  name: string
  /** What stands in a field, as text. */
  value: string
  /** What explains it, as text. */
  description: string
  /** `checked`, `pressed`, `disabled`, `invalid`, `live` … */
  states: Readonly<Record<string, unknown>>
  /** The element itself, which only Chromium can resolve. */
  backendId: number
}

const treeOf = (session: CDPSession) => session.send('Accessibility.getFullAXTree')

/** Somebody who knows a page by its accessibility tree alone: it finds by role and name, and does what that tree offers. */
export class ScreenReader {
  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession
  ) {}

  static async of(page: Page): Promise<ScreenReader> {
    const session = await page.context().newCDPSession(page)
    await session.send('Accessibility.enable')
    await session.send('DOM.enable')
    return new ScreenReader(page, session)
  }

  /** Everything that can be reached, from top to bottom. */
  async read(): Promise<SpokenNode[]> {
    const { nodes } = await treeOf(this.session)
    const byId = new Map(nodes.map((node) => [node.nodeId, node]))
    const below = ({ ignored, childIds = [], ...node }: Node): SpokenNode[] => [
      ...(ignored ? [] : [spoken(node)]),
      ...childIds.flatMap((id) => below(byId.get(id)!)),
    ]
    return below(nodes[0])
  }

  /** The words of the page, as they are read out. */
  async words(): Promise<string> {
    const texts = (await this.read()).filter(({ role }) => role === 'StaticText')
    return texts.map(({ name }) => name).join(' ')
  }

  /** The first of this role and name, as soon as there is one. */
  async find(role: string, name: string | RegExp): Promise<SpokenNode> {
    let found: SpokenNode | undefined
    await until(async () => {
      found = (await this.read()).find((node) => node.role === role && matches(node.name, name))
      return found !== undefined
    })
    return found!
  }

  async has(role: string, name: string | RegExp): Promise<boolean> {
    return (await this.read()).some((node) => node.role === role && matches(node.name, name))
  }

  /** The default action of what has the role and name, which gets the focus: that of a button, a link, a checkbox. */
  async activate(role: string, name: string | RegExp): Promise<void> {
    await this.#call(await this.find(role, name), 'function () { this.focus(); this.click() }')
  }

  async type(role: string, name: string | RegExp, text: string): Promise<void> {
    const { backendId } = await this.find(role, name)
    await this.session.send('DOM.focus', { backendNodeId: backendId })
    await this.page.keyboard.type(text)
  }

  /** What has the focus, which is what a screen reader says after an action. */
  async focused(): Promise<SpokenNode | undefined> {
    return (await this.read()).findLast(({ states }) => states.focused === true)
  }

  async #call({ backendId }: SpokenNode, functionDeclaration: string): Promise<void> {
    const { object } = await this.session.send('DOM.resolveNode', { backendNodeId: backendId })
    await this.session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration,
    })
  }
}

function matches(name: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? name === wanted : wanted.test(name)
}

function spoken(node: Omit<Node, 'ignored' | 'childIds'>): SpokenNode {
  const states = (node.properties ?? []).map(({ name, value }) => [name, value.value])
  return {
    role: String(node.role?.value ?? ''),
    name: String(node.name?.value ?? ''),
    value: String(node.value?.value ?? ''),
    description: String(node.description?.value ?? ''),
    states: Object.fromEntries(states),
    backendId: node.backendDOMNodeId ?? 0,
  }
}
