import type { ClientBase } from 'pg'
import { Cell } from '#app/tenancy/cell'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { TenantRows, type Versions } from './rows/tenant_rows.js'

/**
 * To be joined to documents `d`: `file (kind)`, what each of its files is called, null for one that it does not have. No file is ever
 * read by another name. Files that a signer has uploaded belong to it before they are handed in. A schema of the release before knows no versions of drafts' files.
 */
export const filesOfDocument = (schema = '') => `
  cross join lateral (
    select named.kind from (values ('original' || coalesce('-' || (to_jsonb(d) ->> 'file_key'), '')),
                             ('canonical' || coalesce('-' || (to_jsonb(d) ->> 'file_key'), '')), ('sealed-' || coalesce(to_jsonb(d) -> 'later_revisions' -> -1 ->> 'sha256', d.sealed_sha256)),
                             ('revision-' || (to_jsonb(d) ->> 'revision_sha256')),
                             ('certificate-' || d.certificate_sha256)) as named (kind)
    union all
    select part.kind from ${partsOf('d')},
      lateral (values ('original-' || (file ->> 'key')), ('canonical-' || (file ->> 'key')),
                      ('sealed-' || coalesce(file -> 'seal' -> 'laterRevisions' -> -1 ->> 'sha256', file -> 'seal' ->> 'sha256'))) as part (kind)
    union all
    select 'attachment-' || (to_jsonb(f) ->> 'upload_key') from ${schema && `${schema}.`}fields f
     where f.document_id = d.id and f.type = 'attachment'
  ) as file (kind)`

/** The same of a file of templates `f`, whose id is its folder. */
export const FILES_OF_TEMPLATE = `
  cross join lateral (
    select named.kind from (values ('original'), ('canonical')) as named (kind)
    union all
    select part.kind from ${partsOf('f')},
      lateral (values ('original-' || (file ->> 'key')), ('canonical-' || (file ->> 'key'))) as part (kind)
  ) as file (kind)`

/** What it was joined of, as the rows of `one (file)`; none in a schema of the release before. */
function partsOf(joined: 'd' | 'f'): string {
  return `jsonb_array_elements(coalesce(to_jsonb(${joined}) -> 'files', '[]')) as one (file)`
}

/** `live/doc_…/original`: every file that the rows of a tenant name, in the environments that it has. */
export async function namedFiles(
  client: ClientBase,
  tenantId: string,
  versions: Versions
): Promise<Set<string>> {
  const names = schemaNames(tenantId)
  const found = new Set<string>()
  for (const environment of ['live', 'test'] as const) {
    if (versions[environment] === undefined) continue
    const { rows } = await client.query<{ name: string }>(
      `select d.id || '/' || kind as name from ${names[environment]}.documents d ${filesOfDocument(names[environment])}
        where d.erased_at is null and kind is not null`
    )
    const ofTemplates = await templateFiles(client, names[environment])
    for (const name of [...rows.map((row) => row.name), ...ofTemplates])
      found.add(`${environment}/${name}`)
  }
  return found
}

/** Whether the rows of any of the tenants name a file: then a storage without any is away. */
export async function isAnyFileNamed(tenants: readonly Tenant[]): Promise<boolean> {
  for (const { id, cell } of tenants.filter(({ isReachable }) => isReachable)) {
    const named = await Cell.named(cell).as('migrator', async (client) =>
      namedFiles(client, id, await new TenantRows(client, id).versions())
    )
    if (named.size > 0) return true
  }
  return false
}

/** `live/doc_…` of one of its files. */
export function folderOf(name: string): string {
  return name.split('/', 2).join('/')
}

/** None in the schema of an earlier release, which has no templates. */
async function templateFiles(client: ClientBase, schema: string): Promise<string[]> {
  const table = `${schema}.template_files`
  const known = await client.query<{ has: boolean }>(`select to_regclass($1) is not null as has`, [
    table,
  ])
  if (!known.rows[0].has) return []
  const { rows } = await client.query<{ name: string }>(
    `select f.id || '/' || kind as name from ${table} f ${FILES_OF_TEMPLATE}`
  )
  return rows.map(({ name }) => name)
}
