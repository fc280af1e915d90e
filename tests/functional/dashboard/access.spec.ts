import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import router from '@adonisjs/core/services/router'
import { ENVIRONMENTS, type Environment } from '#app/foundation/environment'
import { askedBy, type Asked } from '#app/front_door/asked_rights'
import { CONSOLE_RIGHTS, RIGHTS, type ConsoleRight, type Right } from '#app/identity/access/right'
import {
  consoleRightsOf,
  OPERATOR_ROLES,
  rightsOf,
  ROLES,
  rolesWith,
  type Role,
} from '#app/identity/access/role'
import { isClosedToSupport, SUPPORT_CHANGES } from '#app/identity/access/support'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { platformDomain } from '#app/tenants/hosts/public_address'
import { makeDocument, ANA } from '#tests/factories/document_factory'
import type { Template } from '#app/templates/template'
import { makeBulkSend, makeTemplate } from '#tests/factories/template_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { Visitor } from '#tests/support/dashboard_visitor'
import { OperatorVisitor } from '#tests/support/operator_visitor'

interface Line {
  method: 'GET' | 'POST'
  pattern: string
  name: string
  environment: Environment
  isConsole: boolean
  asked: Asked | null
}

/** Before anybody is known. */
const LOGIN_ROUTES =
  /^(?:dashboard|platform)\.(?:sessions|address|unsubscriptions|forgotten|welcome|reset|sso|sso_setup|emergencies|support\.entries|arrivals|departures|invitations|codes|log_in_passkeys|enrolments|field_editor)\./
/** The same for everybody. */
const OPEN =
  /^platform\.(?:internal|brand|assets|securityTxt|sealRoots|revocation|revokedScripts|verifications\.|logs\.)/

function linesAt(domain: 'dashboard' | 'console'): Line[] {
  const isHere = ({ name = '' }: { name?: string }, host: string) =>
    domain === 'console' ? host === platformDomain() : name.startsWith('dashboard.')
  return Object.entries(router.toJSON()).flatMap(([host, routes]) =>
    routes
      .filter((route) => isHere(route, host))
      .map((route) => ({
        method: route.methods.includes('GET') ? ('GET' as const) : ('POST' as const),
        pattern: route.pattern,
        name: route.name ?? '',
        environment: /^\/test(?:\/|$)/.test(route.pattern) ? ('test' as const) : ('live' as const),
        isConsole: domain === 'console',
        asked: askedBy(route),
      }))
  )
}

type Inside = Line & { asked: Asked }

/** Of people who are logged in. */
const inside = (domain: 'dashboard' | 'console'): Inside[] =>
  linesAt(domain).filter((line): line is Inside => line.asked !== null)

const isAllowed = (
  role: Role,
  { asked, environment }: { asked: Asked; environment: Environment }
) => asked.rights.every((right) => rightsOf(role, environment).includes(right as Right))

const list = (names: readonly string[]) => names.join(', ') || 'nobody'

function rightsTable(): string[] {
  const cell = (right: Right, environment: Environment) => list(rolesWith(right, environment))
  const visit = (right: Right) =>
    isClosedToSupport(right, { mayWrite: true }) || !rightsOf('admin', 'live').includes(right)
      ? 'no'
      : isClosedToSupport(right, { mayWrite: false })
        ? 'with changes'
        : 'yes'
  return [
    '| Right | Live | Sandbox | A visit of support |',
    '|---|---|---|---|',
    ...RIGHTS.map(
      (right) =>
        `| \`${right}\` | ${cell(right, 'live')} | ${cell(right, 'test')} | ${visit(right)} |`
    ),
  ]
}

function consoleTable(): string[] {
  const may = (right: ConsoleRight) =>
    list(OPERATOR_ROLES.filter((role) => consoleRightsOf(role).includes(right)))
  return [
    '| At the console | Operators |',
    '|---|---|',
    ...CONSOLE_RIGHTS.map((right) => `| \`${right}\` | ${may(right)} |`),
  ]
}

/** Each route below the rights that it asks; the same route of the sandbox, which has `/test` before it, is named once. */
function routesBy(lines: readonly Inside[]): string[] {
  const routes = [...Map.groupBy(lines, nameOf).values()].map(([line, ...more]) => ({
    ...line,
    where: more.length ? '' : line.environment === 'test' ? ', sandbox alone' : ', live alone',
  }))
  const groups = Map.groupBy(routes, ({ asked }) =>
    asked.rights.length ? asked.rights.map((right) => `\`${right}\``).join(' and ') : 'nothing'
  )
  return [...groups].flatMap(([rights, of]) => [
    `**${rights}**`,
    '',
    ...of.map((line) => {
      const change = line.asked.change ? `, support: \`${line.asked.change}\`` : ''
      return `- ${nameOf(line)}${line.isConsole ? '' : line.where}${change}`
    }),
    '',
  ])
}

function nameOf({ method, pattern, environment }: Line): string {
  return `${method} ${environment === 'test' ? pattern.replace(/^\/test(?=\/)|^\/test$/, '') || '/' : pattern}`
}

test.group('Who may what', () => {
  test('is said by every route behind a log-in, and by none before it', ({ assert }) => {
    for (const domain of ['dashboard', 'console'] as const) {
      const silent = linesAt(domain).filter(({ asked }) => asked === null)
      const unnamed = silent.filter(({ name }) => !LOGIN_ROUTES.test(name) && !OPEN.test(name))
      assert.deepEqual(unnamed, [])
      assert.isEmpty(inside(domain).filter(({ name }) => LOGIN_ROUTES.test(name)))
    }
  })

  test('matches docs/decisions/access.md route by route', ({ assert }) => {
    const written = readFileSync(app.makePath('docs/decisions/access.md'), 'utf8')
    const made = [
      ...rightsTable(),
      '',
      ...consoleTable(),
      '',
      '### Routes of the dashboard',
      '',
      ...routesBy(inside('dashboard')),
      '### Routes of the console',
      '',
      ...routesBy(inside('console')),
    ]
    const from = Math.max(0, written.indexOf(made[0]))
    assert.deepEqual(
      written.slice(from).trimEnd().split('\n'),
      made.join('\n').trimEnd().split('\n')
    )
  })

  test('names a change for every form that is open to support, and closes every other', ({
    assert,
  }) => {
    const changing = inside('dashboard').filter(({ asked }) => asked.change)
    assert.sameMembers(
      [...new Set(changing.map(({ asked }) => asked.change))],
      [...SUPPORT_CHANGES]
    )
    for (const { method, pattern, asked } of changing) {
      assert.equal(method, 'POST', pattern)
      for (const right of asked.rights)
        assert.isFalse(isClosedToSupport(right as Right, { mayWrite: true }), `${pattern} ${right}`)
    }
  })
})

test.group('Who may what | at each route', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise', withSandbox: true })
  })

  const documentOf = (role: Role, createdBy: string, environment: Environment) =>
    CurrentTenant.run({ tenant: acme.ref, environment }, () =>
      makeDocument({ signers: [ANA], by: { type: 'user', id: createdBy, name: `The ${role}` } })
    )
  const templateOf = (createdBy: string, environment: Environment) =>
    CurrentTenant.run({ tenant: acme.ref, environment }, () =>
      makeTemplate({}, { by: { type: 'user', id: createdBy, name: 'Somebody' } })
    )

  const bulkSendOf = (createdBy: string, of: Template, environment: Environment) =>
    CurrentTenant.run({ tenant: acme.ref, environment }, () =>
      makeBulkSend(of, { by: { type: 'user', id: createdBy, name: 'Somebody' } })
    )

  for (const role of ROLES)
    test(`${role}: is refused where a right is lacking, and nowhere else, in both environments`, async ({
      assert,
    }) => {
      const visitor = await Visitor.as(acme, role)
      for (const environment of ENVIRONMENTS) {
        const { id, signers } = await documentOf(role, visitor.user?.id ?? '', environment)
        const template = await templateOf(visitor.user?.id ?? '', environment)
        const bulkSend = await bulkSendOf(visitor.user?.id ?? '', template, environment)
        const found: Record<string, boolean> = {}
        const lines = inside('dashboard').filter((line) => line.environment === environment)
        for (const line of lines) {
          const mayCome = isAllowed(role, line)
          // what may be sent is sent by other tests, with what it takes
          if (mayCome && line.method === 'POST') continue
          const path = line.pattern
            .replace('/documents/:id', `/documents/${id}`)
            .replace('/templates/:id', `/templates/${template.id}`)
            .replace('/bulk-sends/:id', `/bulk-sends/${bulkSend}`)
            .replace(':signer', signers[0].id)
            .replaceAll(/:\w+/g, 'missing')
          const { status } =
            line.method === 'GET' ? await visitor.get(path) : await visitor.post(path)
          if ((status !== 403) !== mayCome || status >= 500)
            found[`${line.method} ${path}`] = mayCome
        }
        assert.deepEqual(found, {}, environment)
      }
    })

  test('an operator is refused at the console where a right is lacking, and nowhere else', async ({
    assert,
  }) => {
    for (const role of OPERATOR_ROLES) {
      const pat = await OperatorVisitor.as(role)
      for (const { method, pattern, asked } of inside('console')) {
        const mayCome = asked.rights.every((right) =>
          consoleRightsOf(role).includes(right as ConsoleRight)
        )
        if (mayCome && method === 'POST') continue
        const path = pattern.replaceAll(/:\w+/g, 'missing')
        const { status } = method === 'GET' ? await pat.get(path) : await pat.post(path)
        assert.equal(status === 403, !mayCome, `${role}: ${method} ${path} ${status}`)
        assert.isBelow(status, 500, path)
      }
    }
  })
})
