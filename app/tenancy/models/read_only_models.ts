import type { LucidModel, LucidRow } from '@adonisjs/lucid/types/model'
import UnitMisused from '../errors/unit_misused.js'
import type { Row } from '../statement.js'

const ROW = Symbol('row')

type ReadOnly = Record<string | symbol, unknown> & { [ROW]: Row }

const prototypes = new WeakMap<LucidModel, object>()

/**
 * Rows as models that are read and never saved: a column is looked up in its row when somebody asks, so that a row costs what is used of it.
 * `modelsOf` copies every value twice, so that Lucid can tell what has changed. An assignment to a column throws a TypeError, and Lucid's ways to
 * write throw UnitMisused: such a model does not know whose scope it was read in. Private members (`#`) of a class are not on it.
 *
 * @throws RangeError where a column is asked that the statement has not read
 */
export function readOnlyModels<T extends LucidModel>(
  model: T,
  rows: readonly Row[]
): InstanceType<T>[] {
  const prototype = prototypes.get(model) ?? prototypeOf(model)
  prototypes.set(model, prototype)
  return rows.map((row) => {
    const instance: ReadOnly = Object.create(prototype)
    instance[ROW] = row
    return instance as unknown as InstanceType<T>
  })
}

function prototypeOf(model: LucidModel): object {
  model.boot()
  const columns = [...model.$columnsDefinitions].map(([name, { columnName, consume }]) => {
    const get = function (this: ReadOnly) {
      const value = this[ROW][columnName]
      if (value === undefined) throw new RangeError(`The row was read without ${columnName}`)
      return consume ? consume(value, name, this as unknown as LucidRow) : value
    }
    return [name, { get }] as const
  })
  return Object.create(model.prototype, { ...BESIDE_COLUMNS, ...Object.fromEntries(columns) })
}

/** Lucid's ways to change a row, or what is known of it. */
const WRITES = [
  ...(['save', 'saveQuietly', 'delete', 'deleteQuietly', 'refresh'] as const),
  ...(['merge', 'fill', 'related'] as const),
] satisfies (keyof LucidRow)[]

const REFUSALS = Object.fromEntries(WRITES.map((name) => [name, { value: refuse }]))

function refuse(): never {
  throw new UnitMisused('A model that is read only is neither changed nor saved')
}

/** What a model that was read has beside its columns. */
const BESIDE_COLUMNS: PropertyDescriptorMap & ThisType<ReadOnly> = {
  ...REFUSALS,
  $attributes: {
    get() {
      const { $columnsDefinitions: columns } = this.constructor as unknown as LucidModel
      const read = [...columns].filter(([, { columnName }]) => columnName in this[ROW])
      return Object.fromEntries(read.map(([name]) => [name, this[name]]))
    },
  },
  $extras: {
    get() {
      return this[ROW]
    },
  },
  $isLocal: { value: false },
  $isPersisted: { value: true },
  $setRelated: {
    value(name: string, related: readonly LucidRow[]) {
      this[name] = related
    },
  },
}
