import { FormData } from 'undici'
import { test } from '@japa/runner'
import { platformDomain } from '#app/tenants/hosts/public_address'
import type { Answer } from '#tests/factories/api_client'
import { makePdf } from '#tests/factories/pdf_factory'
import { newSlug } from '#tests/factories/reseller_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { OperatorVisitor, enrolledOperator } from '#tests/support/operator_visitor'
import { formsOf, unlabelled, type PageForm } from '#tests/support/page_forms'
import { walk, type WalkedPage } from '#tests/support/page_walk'
import { populatePlatform } from '#tests/support/populated_platform'
import { populateDashboard } from '#tests/support/populated_dashboard'

type Values = [string, string][]

const SAME = 'the same'

/** Forms of the console whose second answer is another one, and why. */
const CONSOLE_ANEW: Record<string, string> = {
  '/plans/:id/preview': 'it only looks',
  '/tenants/:id/delete': 'the name has to be typed',
}

/** What else the forms need that ask for more than what is marked as required, by name. */
const KNOWN: Record<string, Record<string, string>> = {
  '/documents': { 'signers[0][name]': 'Ana Buyer', 'signers[0][email]': 'ana@example.test' },
  '/incidents': { parts: 'mail' },
  '/templates': { 'signers[0][name]': 'Buyer' },
  '/settings/embedding': { origin: 'https://app.example' },
}

/** What somebody would enter into it who has read the label. */
function entered({ type, value, limits, name }: PageForm['controls'][number]): string {
  if (value) return value
  if (name === 'slug') return newSlug()
  if (type === 'email' || /email|address/i.test(name)) return 'somebody.new@example.test'
  if (type === 'url') return 'https://hooks.example/here'
  if (type === 'number' || limits.inputmode === 'numeric') return limits.min ?? '1'
  if (type === 'date') return new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  return 'Some words'
}

/** A form as a browser would send it. */
function filled(
  { controls, route }: PageForm,
  fill: (control: PageForm['controls'][number]) => string
): Values {
  const ticked = new Set<string>()
  for (const { name, type, isSent } of controls) if (type === 'radio' && isSent) ticked.add(name)
  return controls.flatMap((control): Values => {
    const { name, type, isSent, isRequired } = control
    if (!name || type === 'file' || type === 'submit') return []
    const isKnown = KNOWN[route ?? '']?.[name] === control.value
    if (type === 'checkbox') return isSent || isRequired || isKnown ? [[name, control.value]] : []
    if (type === 'radio' && !isSent) {
      if (ticked.has(name)) return []
      ticked.add(name)
    }
    return [[name, KNOWN[route ?? '']?.[name] ?? (isRequired ? fill(control) : control.value)]]
  })
}

/** The same bytes each time: a file says in which second it was made. */
const sent = makePdf()

async function send(visitor: Visitor | OperatorVisitor, form: PageForm, values: Values) {
  if (form.isUpload && visitor instanceof Visitor) {
    const body = new FormData()
    for (const [name, value] of values) body.append(name, value)
    const file = form.controls.find(({ type, isRequired }) => type === 'file' && isRequired)
    if (file && form.route?.endsWith('/bulk-sends'))
      body.set(file.name, new Blob(['Name,Email\nAna,ana@example.test\n']), 'a.csv')
    else if (file)
      body.set(file.name, new Blob([Buffer.from(await sent)], { type: 'application/pdf' }), 'a.pdf')
    return visitor.upload(form.action, body)
  }
  const grouped: Record<string, string[]> = {}
  for (const [name, value] of values) (grouped[name] ??= []).push(value)
  return visitor.post(form.action, grouped as never)
}

/** Where a form has led, or what it shows once: keys, secrets, links. */
function cameOf({ status, headers, text }: Answer): string {
  if (status !== 200) return `${status} ${String(headers.location)}`
  const own = text.replaceAll(/(?:nonce|name="once" value|content|integrity)="[^"]*"/g, '')
  return [
    ...new Set(
      own.match(/(?:svc|whsec|scim)_[\w+/=-]{20,}|\/(?:support|welcome|setup)\/[\w-]{20,}/g) ?? []
    ),
  ].join()
}

function endsOwnSession({ route, action }: PageForm, visitor: Visitor | OperatorVisitor): boolean {
  const isOwn = visitor instanceof OperatorVisitor && action.includes(visitor.operator!.id)
  return route === '/logout' || isOwn
}

/** What comes of forms that are sent twice, by their routes; each once it can be sent at all. */
async function twice(visitor: Visitor | OperatorVisitor, forms: readonly PageForm[]) {
  const came = new Map<string, string>()
  for (const form of forms) {
    const route = form.route!
    if (came.get(route) === SAME || endsOwnSession(form, visitor)) continue
    const values = filled(form, entered)
    const first = await send(visitor, form, values)
    if (first.status !== 303 && (first.status !== 200 || cameOf(first) === '')) {
      came.set(route, `refused with ${first.status}`)
      continue
    }
    const second = await send(visitor, form, values)
    const [one, other] = [first, second].map(cameOf)
    came.set(route, one === other ? SAME : `${one}, then ${other}`)
  }
  const others = [...came].filter(([, what]) => what !== SAME)
  return { count: came.size - others.length, others: Object.fromEntries(others) }
}

test.group('Forms | dashboard', (group) => {
  let pages: WalkedPage[]
  let forms: PageForm[]
  let olga: Visitor

  group.setup(async () => {
    const { tenant } = await populateDashboard('Dana (3)')
    olga = await Visitor.as(tenant)
    pages = await walk({ visitor: olga, home: ['/documents', '/test/documents'], host: null })
    forms = pages.flatMap((page) => formsOf(page, null))
  })

  test('lead to a route', ({ assert }) => {
    assert.isAbove(new Set(forms.map(({ route }) => route)).size, 60)
    assert.deepEqual(
      forms.filter(({ route }) => !route).map(({ page, action }) => `${page}: ${action}`),
      []
    )
  })

  test('have a label for whatever is entered', ({ assert }) => {
    assert.deepEqual(pages.flatMap(unlabelled), [])
  })

  test('say what is missing where it is missing, and keep the rest', async ({ assert }) => {
    const silent: string[] = []
    const asked = new Set<string>()
    for (const form of forms) {
      const needed = form.controls.filter(
        ({ isRequired, type }) =>
          isRequired &&
          type !== 'hidden' &&
          type !== 'file' &&
          type !== 'radio' &&
          type !== 'checkbox'
      )
      if (needed.length === 0 || asked.has(form.route!)) continue
      asked.add(form.route!)
      const { status, text } = await send(
        olga,
        form,
        filled(form, ({ tag, value }) => (tag === 'select' ? value : ''))
      )
      const says = /aria-invalid="true"|role="alert"|class="field-error"/.test(text)
      if (status >= 500 || (status === 422 && !says)) silent.push(`${form.route!}: ${status}`)
    }
    assert.isAbove(asked.size, 20)
    assert.deepEqual(silent, [])
  })

  test('sent twice, answer twice as they did at first', async ({ assert }) => {
    const { count, others } = await twice(
      olga,
      forms.filter(({ once }) => once)
    )
    assert.isAtLeast(count, 25)
    assert.deepEqual(others, {})
  })

  test('without a value of their own, can be sent twice as well', async ({ assert }) => {
    const bare = forms.filter((form) => !form.once && !endsOwnSession(form, olga))
    const seen = new Set<string>()
    const broken: string[] = []
    for (const form of bare) {
      const values = filled(form, entered)
      if (seen.has(form.route!) || (await send(olga, form, values)).status !== 303) continue
      seen.add(form.route!)
      const { status } = await send(olga, form, values)
      if (status >= 500) broken.push(`${form.route!}: ${status}`)
    }
    assert.isAtLeast(seen.size, 30)
    assert.deepEqual(broken, [])
  })
})

test.group('Forms | console', (group) => {
  const host = platformDomain()
  let pages: WalkedPage[]
  let forms: PageForm[]
  let pat: OperatorVisitor

  group.setup(async () => {
    await populatePlatform(await enrolledOperator('admin'))
    pat = await OperatorVisitor.as('admin')
    pages = await walk({ visitor: pat, home: ['/tenants'], host })
    forms = pages.flatMap((page) => formsOf(page, host))
  })

  test('lead to a route, with a label for whatever is entered', ({ assert }) => {
    assert.isAbove(new Set(forms.map(({ route }) => route)).size, 12)
    assert.deepEqual(
      forms.filter(({ route }) => !route).map(({ action }) => action),
      []
    )
    assert.deepEqual(pages.flatMap(unlabelled), [])
  })

  test('sent twice, answer twice as they did at first', async ({ assert }) => {
    const { count, others } = await twice(pat, forms)
    assert.isAtLeast(count, 13)
    assert.deepEqual(Object.keys(others).sort(), Object.keys(CONSOLE_ANEW).sort())
  })
})
