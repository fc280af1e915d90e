import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { CurrentTenant } from '../current_tenant.js'
import { insertion, type Row, type Statement } from '../statement.js'
import TenantMismatch from '../errors/tenant_mismatch.js'

/** New rows of one model as a single INSERT; Lucid itself would send one each. */
export function insertionOf<T extends LucidRow>(models: readonly T[]): Statement {
  const model = models[0].constructor as LucidModel
  const rows = models.map((instance) => columnsOf(model, instance))
  const columns = new Set(rows.flatMap((row) => Object.keys(row)))
  // what only some of them have is null in the others
  const empty = Object.fromEntries([...columns].map((column) => [column, null]))
  return insertion(
    model.table,
    rows.map((row) => ({ ...empty, ...row }))
  )
}

/** The rows that an insertion `returning *` has stored, with their defaults, back into its models: from now on only changes are saved. */
export function takeStored(models: readonly LucidRow[], rows: readonly Row[]): void {
  const stored = modelsOf(models[0].constructor as LucidModel, rows)
  for (const [place, instance] of models.entries()) {
    const { $attributes, $original, $options } = stored[place]
    Object.assign(instance.$attributes, $attributes)
    Object.assign(instance, { $original, $options, $isPersisted: true })
  }
}

/**
 * What has changed of rows, as an UPDATE each, to share a batch with others; Lucid itself would send each alone. From then on it
 * counts as saved: should the batch fail, so does the unit.
 *
 * @throws E_TENANT_MISMATCH on a row that was read in another scope
 */
export function changesOf(...models: readonly LucidRow[]): Statement[] {
  return models.flatMap((instance) => {
    assertOfScope(instance)
    const names = Object.keys(instance.$dirty)
    if (names.length === 0) return []
    const statement = update(instance, names)
    for (const name of names) instance.$original[name] = copied(instance.$attributes[name])
    return [statement]
  })
}

function assertOfScope({ $options: options }: LucidRow): void {
  const expected = CurrentTenant.connectionName()
  if (options?.connection !== expected)
    throw new TenantMismatch(String(options?.connection), expected)
}

function update(instance: LucidRow, names: readonly string[]): Statement {
  const model = instance.constructor as LucidModel
  const values: unknown[] = [instance.$primaryKeyValue]
  const assignments = names.map((name) => {
    const { columnName, prepare } = model.$columnsDefinitions.get(name)!
    return `${columnName} = $${values.push(prepared(instance, name, prepare))}`
  })
  const key = model.$columnsDefinitions.get(model.primaryKey)!.columnName
  return { text: `update ${model.table} set ${assignments.join(', ')} where ${key} = $1`, values }
}

/**
 * Rows of a batch as models of the scope they were read in, as Lucid makes them. It looks every value's column up through a proxy and
 * copies whole rows by lodash, which took half of what a list costs; here both happen once for all rows of a batch.
 */
export function modelsOf<T extends LucidModel>(model: T, rows: readonly Row[]): InstanceType<T>[] {
  const options = { connection: CurrentTenant.connectionName() }
  const columns = rows.length > 0 ? columnsIn(model, rows[0]) : []
  return rows.map((row) => {
    const instance = new model()
    const attributes: Row = {}
    const original: Row = {}
    const extras: Row = {}
    for (const { name, columnName, consume } of columns) {
      const value = row[columnName]
      if (name === undefined) {
        extras[columnName] = value
        continue
      }
      const attribute = consume ? consume(value, name, instance) : value
      attributes[name] = attribute
      original[name] = copied(attribute)
    }
    Object.assign(instance.$attributes, attributes)
    instance.$original = original
    instance.$extras = extras
    instance.$setOptionsAndTrx(options)
    instance.$isPersisted = true
    instance.$isLocal = false
    return instance as InstanceType<T>
  })
}

interface Column {
  columnName: string
  /** Of the attribute; what belongs to none is kept beside them. */
  name?: string
  consume?: ((value: unknown, attribute: string, model: LucidRow) => unknown) | null
}

function columnsIn(model: LucidModel, row: Row): Column[] {
  model.boot()
  return Object.keys(row).map((columnName) => {
    const name = model.$keys.columnsToAttributes.get(columnName)
    return name ? { columnName, name, consume: model.$getColumn(name)?.consume } : { columnName }
  })
}

/** What is changed in place differs from it afterwards. `structuredClone` takes twice as long for JSON. */
function copied(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  if (Buffer.isBuffer(value)) return Buffer.from(value)
  if (Array.isArray(value)) return value.map(copied)
  // defines what it copies: a key may be named `__proto__`
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)]))
}

function columnsOf(model: LucidModel, instance: LucidRow): Row {
  const columns = [...model.$columnsDefinitions]
  return Object.fromEntries(
    columns
      .filter(([name]) => instance.$attributes[name] !== undefined)
      .map(([name, { columnName, prepare }]) => [columnName, prepared(instance, name, prepare)])
  )
}

type Prepare = ((value: unknown, attribute: string, model: LucidRow) => unknown) | null | undefined

function prepared(instance: LucidRow, name: string, prepare: Prepare): unknown {
  const value = instance.$attributes[name]
  return prepare ? prepare(value, name, instance) : value
}
