import prettier from 'prettier'
import app from '@adonisjs/core/services/app'
import type { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { TenantSchemas } from '#app/tenancy/schemas/tenant_schemas'
import { TYPES } from './column_types.js'

/** What `npm run tables` writes. */
export const TYPES_FILE = 'app/tenancy/tables.ts'

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  /** The texts that a check allows; null where there is no such check. */
  allowed: string[] | null
}

/** A tenant that lives for the length of one transaction. */
const SAMPLE_TENANT = `ten_${'0'.repeat(26)}`

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
         (select array_agg(found.text[1])
            from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') as found (text)
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             and pg_get_constraintdef(k.oid) ~ ('^CHECK \\(\\(' || a.attname || ' = ANY \\(ARRAY\\[[^]]+\\]\\)\\)\\)$')) as allowed
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
   order by c.relname, a.attnum`

/** The types as the numbered SQL of this clone gives them, in a cell that is prepared and up to date. */
export async function tableTypes(cell: Cell): Promise<string> {
  return cell.as('migrator', async (client) => {
    const schemas = new TenantSchemas(SAMPLE_TENANT, cell)
    const { account, live } = schemaNames(SAMPLE_TENANT)
    const columnsOf = async (schema: string) => (await client.query<Column>(COLUMNS, [schema])).rows
    await client.query('begin')
    try {
      await client.query(await schemas.open())
      return await inFormat(
        interfaceOf('AccountTables', 'of an account: `t_<id>`', await columnsOf(account)),
        interfaceOf(
          'EnvironmentTables',
          'of `t_<id>_live` and `t_<id>_test`',
          await columnsOf(live)
        ),
        interfaceOf('PlatformTables', 'of `platform`', await columnsOf('platform')),
        interfaceOf('CellTables', 'of `cell`', await columnsOf('cell'))
      )
    } finally {
      await client.query('rollback')
    }
  })
}

function interfaceOf(name: string, what: string, columns: readonly Column[]): string {
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(
    ([table, own]) => `${table}: {\n${own.map(lineOf).join('\n')}\n}`
  )
  return `/** Tables ${what}. */\nexport interface ${name} {\n${tables.join('\n')}\n}`
}

/** @throws RangeError on a type of PostgreSQL that nobody has said yet how the driver reads */
function lineOf({ table, name, type, isNullable, allowed }: Column): string {
  const read = allowed ? allowed.map((text) => `'${text}'`).join(' | ') : TYPES[type]
  if (!read)
    throw new RangeError(`${table}.${name} is ${type}: add it to bin/tables/column_types.ts`)
  return `${name}: ${read}${isNullable && read !== 'unknown' ? ' | null' : ''}`
}

async function inFormat(...interfaces: string[]): Promise<string> {
  const head =
    '/** Made from the numbered SQL of `database` by `npm run tables`: edit that instead. */'
  return prettier.format([head, ...interfaces].join('\n\n'), {
    ...(await prettier.resolveConfig(app.makePath(TYPES_FILE))),
    parser: 'typescript',
  })
}
