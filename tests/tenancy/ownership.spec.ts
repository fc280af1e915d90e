import fc from 'fast-check'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import type { Environment } from '#app/foundation/environment'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeTenant } from '#tests/factories/tenant_factory'
import { outcomeOf } from '#tests/support/outcome'
import { SampleRows } from '#tests/support/sample_rows'
import { superuserOf } from '#tests/support/superuser'
import { byLucid, tenantModels, type TenantModel } from '#tests/support/tenant_models'
import { Cell } from '#app/tenancy/cell'
import type pg from 'pg'

interface Owner {
  tenant: Tenant
  environment: Environment
  /** Where its rows of the model under test lie. */
  schema: string
}

/** One thing that a random owner does, inside a unit or outside, perhaps to a row that is not its own. */
interface Step {
  verb: Verb
  owner: number
  row: number
  inUnit: boolean
  text: string
}

const VERBS = [
  'create',
  'roll back',
  'list',
  'find',
  'change',
  'delete',
  'smuggle',
  'guess',
] as const
type Verb = (typeof VERBS)[number]

const steps = fc.array(
  fc.record({
    verb: fc.constantFrom(...VERBS),
    owner: fc.nat(),
    row: fc.nat(),
    inUnit: fc.boolean(),
    text: fc.stringMatching(/^[a-z]{1,8}$/),
  }),
  { minLength: 10, maxLength: 25 }
)

const DENIED = '42501'
const models = await tenantModels()

test.group('Ownership', (group) => {
  let superuser: pg.Client
  let samples: SampleRows
  let tenants: Tenant[]

  group.setup(async () => {
    superuser = await superuserOf(Cell.named('main').database)
    tenants = await Promise.all(
      ['Acme', 'Globex', 'Initech'].map((name) => makeTenant({ name, withSandbox: true }))
    )
    const { account, live } = schemaNames(tenants[0].id)
    samples = new SampleRows(superuser, [account, live])
    return () => superuser.end()
  })

  test('models are found by what they extend', ({ assert }) => {
    assert.includeMembers(
      models.map(({ name }) => name),
      ['Brand', 'TenantEntitlements', 'User', 'Document', 'Signer', 'Field', 'Signature']
    )
  })

  test('whatever tenants do, each meets its own rows only: {name}')
    .with(models)
    .run(async ({ assert }, { model, seat }) => {
      const property = fc.asyncProperty(steps, async (plan) => {
        const world = await World.of(model, ownersOf(seat), samples, superuser, assert)
        for (const step of plan) await world.take(step)
        await world.compare()
      })
      await fc.assert(property, { numRuns: 6, endOnFailure: true })
    })

  function ownersOf(seat: TenantModel['seat']): Owner[] {
    return tenants.flatMap((tenant) => {
      const names = schemaNames(tenant.id)
      return seat === 'account'
        ? [{ tenant, environment: 'live' as const, schema: names.account }]
        : (['live', 'test'] as const).map((environment) => ({
            tenant,
            environment,
            schema: names[environment],
          }))
    })
  }
})

/** Who owns which rows, as it should be, beside the tables as they are. */
class World {
  private constructor(
    private model: LucidModel,
    private owners: Owner[],
    private samples: SampleRows,
    private superuser: pg.Client,
    private assert: Assert,
    private rights: Set<string>,
    /** A column that anything may be written to, if there is one. */
    private text: string | undefined,
    private isSingle: boolean,
    /** By owner: the key of each row and its text. */
    private owned: Map<string, unknown>[]
  ) {}

  static async of(
    model: LucidModel,
    owners: Owner[],
    samples: SampleRows,
    superuser: pg.Client,
    assert: Assert
  ): Promise<World> {
    const columns = await samples.columns(model.table)
    const declared = [...model.$columnsDefinitions.values()].map(({ columnName }) => columnName)
    const text = columns.find(
      ({ name, type, isUnique, isKey, isChecked, refersTo }) =>
        type === 'text' && declared.includes(name) && !(isUnique || isKey || isChecked || refersTo)
    )?.name
    const isSingle = columns.some(({ name }) => name === 'singleton')
    const { rows } = await superuser.query(
      `select unnest(array['insert', 'update', 'delete']) as right_, unnest(array[has_table_privilege($1, $2, 'insert'),
         has_table_privilege($1, $2, 'update'), has_table_privilege($1, $2, 'delete')]) as has`,
      [role(owners[0]), `${owners[0].schema}.${model.table}`]
    )
    const rights = new Set<string>(rows.filter(({ has }) => has).map(({ right_ }) => right_))
    const world = new World(model, owners, samples, superuser, assert, rights, text, isSingle, [])
    for (const owner of owners) world.owned.push(await world.#rowsOf(owner))
    return world
  }

  async take(step: Step): Promise<void> {
    const owner = step.owner % this.owners.length
    const act = () => this.#verbs[step.verb](owner, step)
    const inUnit = step.inUnit && step.verb !== 'smuggle'
    try {
      await this.#as(owner, () => (inUnit ? unit(act) : act()))
    } catch (error) {
      if (!isReferredTo(error)) throw error
    }
  }

  /** What tables hold and what they should hold, schema by schema. */
  async compare(): Promise<void> {
    for (const [index, owner] of this.owners.entries())
      this.assert.deepEqual(sorted(await this.#rowsOf(owner)), sorted(this.owned[index]))
  }

  #verbs: Record<Verb, (owner: number, step: Step) => Promise<void>> = {
    'create': async (owner) => {
      if (this.isSingle) return
      const row = await this.#create()
      if (row) this.owned[owner].set(key(row), this.text && row.$getAttribute(this.#attribute))
    },
    'roll back': async () => {
      if (this.isSingle || CurrentTenant.isInUnit) return
      const work = async () => {
        await this.#create()
        throw new Error('changed my mind')
      }
      await this.assert.rejects(() => unit(work), 'changed my mind')
    },
    'list': async (owner) => {
      const rows = await this.model.all()
      this.assert.sameMembers(rows.map(key), [...this.owned[owner].keys()])
    },
    'find': async (owner, { row }) => {
      const anyone = this.#anyone(row)
      if (!anyone) return
      const found = await this.#find(anyone.id)
      this.assert.equal(found !== null, anyone.of === owner || this.isSingle)
    },
    'change': async (owner, { row, text }) => {
      const id = this.#own(owner, row)
      const found = id && (await this.#find(id))
      if (!found || !this.text) return
      found.$setAttribute(this.#attribute, text)
      if (await this.#allowed('update', () => byLucid.save(found))) this.owned[owner].set(id, text)
    },
    'delete': async (owner, { row }) => {
      const id = this.#own(owner, row)
      const found = id && (await this.#find(id))
      if (!found || this.isSingle) return
      if (await this.#allowed('delete', () => byLucid.delete(found))) this.owned[owner].delete(id)
    },
    'smuggle': async (owner, { row, text }) => {
      const anyone = this.#anyone(row)
      if (!anyone || anyone.of === owner) return
      const stolen = await this.#as(anyone.of, () => this.#find(anyone.id))
      this.assert.isNotNull(stolen)
      if (this.text) stolen?.$setAttribute(this.#attribute, `stolen ${text}`)
      const attempts = [() => stolen && byLucid.delete(stolen), () => stolen?.refresh()]
      if (this.text) attempts.push(() => stolen && byLucid.save(stolen))
      for (const attempt of attempts)
        this.assert.equal((await outcomeOf(async () => attempt())).code, 'E_TENANT_MISMATCH')
    },
    'guess': async (owner, { row }) => {
      const anyone = this.#anyone(row)
      if (!anyone || anyone.of === owner || this.isSingle || !this.rights.has('delete')) return
      await this.model.query().where(this.#keyColumn, anyone.id).delete()
    },
  }

  async #create(): Promise<LucidRow | null> {
    const Model = this.model
    const values = await this.samples.row(Model.table)
    const row = new Model()
    for (const [attribute, { columnName }] of Model.$columnsDefinitions)
      if (columnName in values) row.$setAttribute(attribute, values[columnName])
    return (await this.#allowed('insert', () => byLucid.save(row))) ? row : null
  }

  /** @returns whether the role may; if it may not, the attempt was refused by PostgreSQL */
  async #allowed(right: string, attempt: () => Promise<unknown>): Promise<boolean> {
    if (this.rights.has(right)) {
      await attempt()
      return true
    }
    if (CurrentTenant.isInUnit) return false // it would end the unit
    this.assert.equal((await outcomeOf(attempt)).code, DENIED)
    return false
  }

  #find(id: string): Promise<LucidRow | null> {
    return this.model.query().where(this.#keyColumn, id).first()
  }

  #own(owner: number, row: number): string | undefined {
    const ids = [...this.owned[owner].keys()]
    return ids[row % ids.length]
  }

  /** A row of anybody's. */
  #anyone(row: number): { id: string; of: number } | undefined {
    const all = this.owned.flatMap((ids, of) => [...ids.keys()].map((id) => ({ id, of })))
    return all[row % all.length]
  }

  #as<T>(owner: number, work: () => Promise<T>): Promise<T> {
    return CurrentTenant.run(this.#scope(owner), work)
  }

  #scope(owner: number) {
    const { tenant, environment } = this.owners[owner]
    return { tenant: tenant.ref, environment }
  }

  async #rowsOf({ schema }: Owner): Promise<Map<string, unknown>> {
    const { rows } = await this.superuser.query(
      `select ${this.#keyColumn}::text as key, ${this.text ?? 'null'} as text from ${schema}.${this.model.table}`
    )
    return new Map(rows.map((row) => [row.key, row.text ?? undefined]))
  }

  get #keyColumn(): string {
    return this.model.$getColumn(this.model.primaryKey)?.columnName ?? this.model.primaryKey
  }

  get #attribute(): string {
    for (const [attribute, { columnName }] of this.model.$columnsDefinitions)
      if (columnName === this.text) return attribute
    throw new RangeError(`${this.model.name} has no text`)
  }
}

/** A row that others refer to stays. */
function isReferredTo(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23503'
}

function key(row: LucidRow): string {
  return String(row.$primaryKeyValue)
}

function role({ tenant, environment }: Owner): string {
  return schemaNames(tenant.id)[environment]
}

function sorted(rows: Map<string, unknown>): [string, unknown][] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
}
