import { test } from '@japa/runner'
import type { Environment } from '#app/foundation/environment'
import {
  consoleRightsOf,
  OPERATOR_ROLES,
  rightsOf,
  ROLES,
  type Role,
} from '#app/identity/access/role'
import type { ConsoleRight, Right } from '#app/identity/access/right'
import { isClosedToSupport } from '#app/identity/access/support'
import type { Answer } from '#tests/factories/api_client'
import { platformDomain } from '#app/tenants/hosts/public_address'
import type Tenant from '#app/tenants/tenant'
import { Visitor } from '#tests/support/dashboard_visitor'
import { populateDashboard } from '#tests/support/populated_dashboard'
import { populatePlatform } from '#tests/support/populated_platform'
import { englishWords } from '#tests/support/english_words'
import { enrolledOperator, OperatorVisitor } from '#tests/support/operator_visitor'
import { statementsOf } from '#tests/support/round_trips'
import { unisolatedWords } from '#tests/support/own_direction'
import { askedAt, walk, type PageLink, type WalkedPage } from '#tests/support/page_walk'

/** Somebody with a browser, and which rights and forms are theirs. */
interface Person {
  visitor: Visitor | OperatorVisitor
  may(right: Right | ConsoleRight, environment: Environment): boolean
  /** None for people of the account, to whom every form of their rights is open. */
  support?: { mayWrite: boolean }
}

/** Everything that people name is called so, and is read from right to left. */
const DANA = 'דנה (3)'

const DASHBOARD = { home: ['/documents', '/test/documents'], host: null }
const CONSOLE = { home: ['/tenants'], host: platformDomain() }

function mayUse({ may, support }: Person, link: PageLink, host: string | null): boolean {
  const asked = askedAt(link, host)
  if (!asked) return true
  const environment = /^\/test(\/|$)/.test(link.path) ? 'test' : 'live'
  if (!asked.rights.every((right) => may(right, environment))) return false
  return link.method === 'GET' || !support || (support.mayWrite && asked.change !== undefined)
}

/** What somebody is shown and would be refused, each with a page that shows it; and how many pages there are for them. */
async function crawl(person: Person, site: typeof DASHBOARD | typeof CONSOLE) {
  const pages = await walk({ visitor: person.visitor, ...site })
  const refused = pages.flatMap(({ path, status, links }) => [
    ...(status === 403 ? [`${path} is refused`] : []),
    ...links
      .filter((link) => !mayUse(person, link, site.host))
      .map((link) => `${path} offers ${link.method} ${link.path}`),
  ])
  return { refused, count: pages.length }
}

function unisolatedOn(pages: WalkedPage[]): string[] {
  return pages.flatMap(({ path, html }) =>
    unisolatedWords(html).map((words) => `${path}: ${words}`)
  )
}

/** Of a page and of who asks for it, however much there is to show. */
const MOST_STATEMENTS = 6

/** Counts what PostgreSQL is asked for each page. */
class Counting {
  /** Pages that ask for more, with what they ask. */
  readonly demanding: string[] = []

  constructor(private readonly visitor: Visitor) {}

  async get(path: string): Promise<Answer> {
    const [answer, first] = await this.#counted(path)
    // once more: a host is looked up every ten seconds, and that somebody was seen is noted once a minute
    const [, asked] = first.length > MOST_STATEMENTS ? await this.#counted(path) : [null, first]
    const { status, headers } = answer
    // a file is no page, nor is what says why there is none
    const isPage = status === 200 && String(headers['content-type']).startsWith('text/html')
    if (isPage && asked.length > MOST_STATEMENTS)
      this.demanding.push([`${path}: ${asked.length}`, ...asked].join('\n  '))
    return answer
  }

  async #counted(path: string): Promise<[Answer, string[]]> {
    const answers: Answer[] = []
    const asked = await statementsOf(async () => answers.push(await this.visitor.get(path)))
    return [answers[0], asked]
  }
}

test.group('Pages of the dashboard', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = (await populateDashboard(DANA)).tenant
  })

  test('isolate every name that is read from right to left, and ask for six statements at most', async ({
    assert,
  }) => {
    const visitor = new Counting(await Visitor.as(acme))
    assert.deepEqual(unisolatedOn(await walk({ visitor, ...DASHBOARD })), [])
    assert.deepEqual(visitor.demanding, [])
  })

  test('are in German, and in nothing else, for somebody who reads German', async ({ assert }) => {
    const visitor = await Visitor.as(acme)
    const german = { get: (path: string) => visitor.get(path, { 'accept-language': 'de' }) }
    const pages = await walk({ visitor: german, ...DASHBOARD })
    assert.isAbove(pages.length, 60)
    assert.deepEqual(unisolatedOn(pages), [])
    const english = pages.flatMap(({ path, status, html }) => [
      ...([200, 409, 422].includes(status) ? [] : [`${path}: ${status}`]),
      ...englishWords(html).map((words) => `${path}: ${words}`),
    ])
    assert.deepEqual(english, [])
  })

  for (const role of ROLES)
    test(`${role}: lead only where somebody in this role may go`, async ({ assert }) => {
      const visitor = await Visitor.as(acme, role as Role)
      const may = (right: Right | ConsoleRight, environment: Environment) =>
        rightsOf(role, environment).includes(right as Right)
      const { refused, count } = await crawl({ visitor, may }, DASHBOARD)
      assert.deepEqual(refused, [])
      if (role === 'owner') assert.isAbove(count, 60)
    })

  for (const mayWrite of [false, true])
    test(`support that ${mayWrite ? 'may change something' : 'looks'}: lead only where it may go`, async ({
      assert,
    }) => {
      const pat = await OperatorVisitor.as('operator')
      const asked = {
        reason: 'Mails do not arrive',
        minutes: '30',
        ...(mayWrite && { mayWrite: 'yes' }),
      }
      const { text } = await pat.post(`/tenants/${acme.id}/support`, asked)
      const visitor = new Visitor(acme)
      await visitor.get(/(\/support\/[\w-]+)"/.exec(text)![1])
      const may = (right: Right | ConsoleRight, environment: Environment) =>
        rightsOf('admin', environment).includes(right as Right) &&
        !isClosedToSupport(right as Right, { mayWrite })
      const { refused, count } = await crawl({ visitor, may, support: { mayWrite } }, DASHBOARD)
      assert.deepEqual(refused, [])
      assert.isAbove(count, 20)
    })
})

test.group('Pages of the console', (group) => {
  group.setup(async () => {
    const { acme } = await populatePlatform(await enrolledOperator('admin'))
    await acme.merge({ name: DANA }).save()
  })

  test('isolate every name that is read from right to left', async ({ assert }) => {
    const pages = await walk({ visitor: await OperatorVisitor.as('admin'), ...CONSOLE })
    assert.isTrue(pages.some(({ html }) => html.includes(DANA)))
    assert.deepEqual(unisolatedOn(pages), [])
  })

  for (const role of OPERATOR_ROLES)
    test(`${role}: lead only where somebody in this role may go`, async ({ assert }) => {
      const pat = await OperatorVisitor.as(role)
      const may = (right: Right | ConsoleRight) =>
        consoleRightsOf(role).includes(right as ConsoleRight)
      const { refused, count } = await crawl({ visitor: pat, may }, CONSOLE)
      assert.deepEqual(refused, [])
      assert.isAbove(count, 20)
    })
})
