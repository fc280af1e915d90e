import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { Environment } from '#app/foundation/environment'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { roleName } from '#app/tenancy/tenant_ref'
import { IsolationGuard } from '#app/tenancy/isolation_checks/isolation_guard'
import { Battlefield, SECRET } from '#tests/support/battlefield'
import { outcomeOf, type Outcome } from '#tests/support/outcome'
import { JUDGED } from './judged_functions.js'
import { ATTACKS, ATTACKS_FROM_SANDBOX, CONTROLS, type Attack } from './attacks.js'

const GUARD = 'E_STATEMENT_REFUSED'
const DATA_STATEMENT = /^\s*(?:select|insert|update|delete|with|values)\b/i

/** How a statement may come to be sent; each tells what it was answered. */
const ROADS: Record<string, (statement: string) => Promise<unknown>> = {
  'a statement alone': (statement) => rowsOf(CurrentTenant.client().rawQuery(statement)),
  'a batch alone': (statement) => CurrentTenant.batch([{ text: statement }]),
  'the second of a batch': (statement) =>
    CurrentTenant.batch([{ text: 'select 1' }, { text: statement }]),
  'a statement in a unit': (statement) =>
    unit(async () => rowsOf(CurrentTenant.client().rawQuery(statement))),
  'a batch in a unit': (statement) => unit(() => CurrentTenant.batch([{ text: statement }])),
}

async function rowsOf(answer: Promise<{ rows: unknown }>): Promise<unknown> {
  return (await answer).rows
}

/** Those that cannot be called from a statement (handlers, triggers, internal arguments) are left out. */
const UNJUDGED = `
  select distinct proname as name from pg_proc p join pg_type r on r.oid = p.prorettype
   where pronamespace = 'pg_catalog'::regnamespace and provolatile = 'v' and has_function_privilege($1, p.oid, 'execute')
     and r.typname !~ 'trigger|handler|internal' and 'internal'::regtype <> all (proargtypes::oid[]) and proname !~ $2
     and proname !~ '^plpgsql_' order by 1`

test.group('The isolation guard', (group) => {
  let field: Battlefield

  group.setup(async () => {
    field = await Battlefield.lay()
    return () => field.close()
  })

  async function assertHeld(assert: Assert, { statement, refusal }: Attack, from: Environment) {
    const text = field.fill(statement)
    const before = await field.evidence()
    for (const [road, send] of Object.entries(ROADS)) {
      const outcome = await outcomeOf(() => CurrentTenant.run(field.scope(from), () => send(text)))
      if (DATA_STATEMENT.test(text)) assertRefused(assert, outcome, refusal, road)
      else assert.equal(outcome.code, GUARD, road)
    }
    const outcome = await outcomeOf(() => field.unguarded(from, text))
    assertRefused(assert, outcome, refusal, 'PostgreSQL alone')
    assert.deepEqual(await field.evidence(), before)
  }

  function assertRefused(
    assert: Assert,
    { code, answer }: Outcome,
    refusal: string | null,
    road: string
  ) {
    if (refusal !== null) assert.equal(code, refusal, `${road}: ${answer}`)
    else assert.notInclude(answer ?? '', SECRET, road)
  }

  test('passes every isolation check', async ({ assert }) => {
    assert.deepEqual(await new IsolationGuard(Cell.named('main')).breaches(), [])
  })

  test('holds when a live statement {name}')
    .with([...ATTACKS])
    .run(({ assert }, attack) => assertHeld(assert, attack, 'live'))

  test('holds when a statement of the sandbox {name}')
    .with([...ATTACKS_FROM_SANDBOX])
    .run(({ assert }, attack) => assertHeld(assert, attack, 'test'))

  test('keeps off the connection what PostgreSQL would carry out: {$self}')
    .with([...CONTROLS])
    .run(async ({ assert }, control) => {
      const text = field.fill(control)
      for (const [road, send] of Object.entries(ROADS)) {
        const outcome = await outcomeOf(() =>
          CurrentTenant.run(field.scope('live'), () => send(text))
        )
        assert.equal(outcome.code, GUARD, road)
      }
    })

  test('lets tenants call no function that does something and that nobody has judged', async ({
    assert,
  }) => {
    const { rows } = await field.superuser.query(UNJUDGED, [
      field.cell.roles.tenant,
      `^(${Object.values(JUDGED).join('|')})$`,
    ])
    assert.deepEqual(
      rows.map(({ name }) => name),
      []
    )
  })

  test('leaves every connection clean', async ({ assert }) => {
    const role = roleName(field.attacker.id, 'live')
    const asked = Array.from({ length: 20 }, () =>
      CurrentTenant.run(field.scope('live'), () =>
        CurrentTenant.batch([
          { text: `select current_user as role, current_setting('search_path') as path` },
        ])
      )
    )
    for (const [[answer]] of await Promise.all(asked)) {
      assert.equal(answer.role, role)
      assert.equal(answer.path, `${role}, ${role.slice(0, -5)}, pg_temp`)
    }
  })
})
