import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import { CurrentTenant } from './current_tenant.js'
import { insertion, type Row, type Statement } from './statement.js'

/** New rows of one model as a single INSERT; Lucid itself would send one each. */
export function insertionOf<T extends LucidRow>(models: readonly T[]): Statement {
  const model = models[0].constructor as LucidModel
  return insertion(
    model.table,
    models.map((instance) => columnsOf(model, instance))
  )
}

/** Once the insertion has run: from now on only changes are saved. */
export function markPersisted(models: readonly LucidRow[]): void {
  for (const instance of models) {
    instance.$isPersisted = true
    instance.$options = { connection: CurrentTenant.connectionName() }
    instance.$hydrateOriginals()
  }
}

/** Rows of a batch as models of the scope they were read in. */
export function modelsOf<T extends LucidModel>(model: T, rows: readonly Row[]): InstanceType<T>[] {
  const options = { connection: CurrentTenant.connectionName() }
  return rows.map(
    (row) => model.$createFromAdapterResult(row, undefined, options) as InstanceType<T>
  )
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
