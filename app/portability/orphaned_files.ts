import { partialDisk, type UnfinishedUpload } from '#app/documents/files/storage/partial_disk'
import { DAY_MS } from '#app/foundation/duration'
import { clock } from '#app/foundation/clock'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { FILES_OF_TEMPLATE, filesOfDocument } from './named_files.js'
import { StoredFiles } from './stored_files.js'

/** A file is stored before the unit that names it: what is younger may still get its row. */
const MIN_AGE_MS = DAY_MS

const BATCH = 500

/** What sealed files were served as before, and when that ended: who asked for one then may still be reading it. */
const EARLIER_REVISIONS = `
  cross join lateral (
    select sha256, greatest(d.timestamped_at, (d.later_revisions -> -1 ->> 'at')::timestamptz) as replaced_at
      from (values (d.unstamped_sha256), (d.sealed_sha256)) as sealed (sha256)
     union all select later ->> 'sha256', (d.later_revisions -> -1 ->> 'at')::timestamptz
      from jsonb_array_elements(d.later_revisions) as later
     union all select part.sha256, greatest((seal ->> 'timestampedAt')::timestamptz, (seal -> 'laterRevisions' -> -1 ->> 'at')::timestamptz)
      from jsonb_path_query(d.files, '$[*].seal ? (@.type() == "object")') as seal, lateral (
        values (seal ->> 'unstampedSha256'), (seal ->> 'sha256')
        union all select later ->> 'sha256' from jsonb_array_elements(seal -> 'laterRevisions') as later) as part (sha256)) as was`

const NAMED = `
  select d.id || '/' || kind as name from documents d ${filesOfDocument()}
   where d.id = any ($1) and d.erased_at is null and kind is not null
  union all select f.id || '/' || kind from template_files f ${FILES_OF_TEMPLATE} where f.id = any ($1)
  union all select d.id || '/sealed-' || was.sha256 from documents d ${EARLIER_REVISIONS}
   where d.id = any ($1) and d.erased_at is null and was.replaced_at > $2`

/**
 * Files that no row names: an upload whose process died before its unit, the seal of a worker that came second, pictures of pages, which
 * are drawn again for the next who reads. They are noise to everybody but the tenant, and cost room.
 */
export async function* orphanedFiles(tenant: Tenant): AsyncGenerator<string> {
  const files = new StoredFiles(tenant.id)
  let names: string[] = []
  for await (const name of files.names({ withDrafts: true })) {
    names.push(name)
    if (names.length < BATCH) continue
    yield* orphansAmong(tenant, files, names)
    names = []
  }
  yield* orphansAmong(tenant, files, names)
}

/** The same of what was sent to a bucket in parts, which no list of files shows. */
export async function unfinishedUploads(tenant: Tenant): Promise<UnfinishedUpload[]> {
  return (await partialDisk().unfinishedUploads(`t/${tenant.id}/`, oldest())) ?? []
}

async function* orphansAmong(
  tenant: Tenant,
  files: StoredFiles,
  names: readonly string[]
): AsyncGenerator<string> {
  for (const environment of ['live', 'test'] as const) {
    const here = names.filter((name) => name.startsWith(`${environment}/`))
    if (here.length === 0 || (environment === 'test' && !tenant.hasSandbox)) continue
    const ids = [...new Set(here.map((name) => name.split('/')[1]))]
    const [rows] = await CurrentTenant.run({ tenant: tenant.ref, environment }, () =>
      CurrentTenant.batch([{ text: NAMED, values: [ids, oldest()] }])
    )
    const known = new Set(rows.map(({ name }) => `${environment}/${String(name)}`))
    for (const name of here) if (!known.has(name) && (await isOld(files, name))) yield name
  }
}

async function isOld(files: StoredFiles, name: string): Promise<boolean> {
  const modifiedAt = await files.modifiedAt(name)
  return modifiedAt !== null && modifiedAt < oldest()
}

function oldest(): Date {
  return new Date(clock.now().getTime() - MIN_AGE_MS)
}
