import { test } from '@japa/runner'
import pg from 'pg'
import env from '#start/env'
import { AuditVerification } from '#app/audit/audit_verification'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'

/** What somebody with all rights in PostgreSQL could do: triggers are switched off first. */
async function tamper(tenant: Tenant, ...statements: string[]): Promise<void> {
  const url = new URL(env.get('DATABASE_ADMIN_URL')!)
  url.pathname = new URL(env.get('DATABASE_URL')).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`set search_path = ${schemaNames(tenant.id).live}`)
  await client.query('alter table audit_entries disable trigger user')
  for (const statement of statements) await client.query(statement)
  await client.query('alter table audit_entries enable always trigger audit_entries_continue')
  await client.query('alter table audit_entries enable always trigger audit_entries_kept')
  await client.query('alter table audit_entries enable always trigger audit_entries_kept_whole')
  await client.end()
}

test.group('Audit trail | verification', (group) => {
  let acme: Tenant
  group.each.setup(async () => {
    acme = await makeTenant()
  })

  const live = <T>(work: () => T) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const verdict = () => new AuditVerification(acme.ref, 'live').ofTenant()
  const kinds = async () => [...new Set((await verdict()).findings.map(({ kind }) => kind))]

  test('finds a trail whole that nobody touched', async ({ assert }) => {
    await live(() => makeDocument())
    assert.deepEqual(await verdict(), { chains: 1, entries: 5, findings: [] })
  })

  test('finds whole what is written while it reads', async ({ assert, cleanup }) => {
    await live(() => makeDocument())
    const { batch } = CurrentTenant
    cleanup(() => void (CurrentTenant.batch = batch))
    const written = new Set<string>()
    CurrentTenant.batch = async (statements) => {
      const about = ['from security_entries', 'select distinct chain', 'from personal_values']
      for (const text of about)
        if (!written.has(text) && statements.some((one) => one.text.includes(text))) {
          written.add(text)
          // after the cell's log was read, and before the trails are
          await new Promise<void>((done, fail) =>
            setImmediate(() => live(() => makeDocument()).then(() => done(), fail))
          )
        }
      return batch(statements)
    }
    const { findings } = await verdict()
    assert.lengthOf(written, 3)
    assert.deepEqual(findings, [])
  })

  test('names an entry whose text was changed', async ({ assert }) => {
    await live(() => makeDocument())
    await tamper(
      acme,
      `update audit_entries set body = replace(body, 'document.sent', 'document.soon') where sequence = 3`
    )
    const { findings } = await verdict()
    assert.deepEqual(
      findings.map(({ sequence, kind }) => [sequence, kind]),
      [[3, 'altered']]
    )
  })

  test('names an entry whose column was changed', async ({ assert }) => {
    await live(() => makeDocument())
    await tamper(acme, `update audit_entries set at = at - interval '1 day' where sequence = 2`)
    assert.deepEqual(await kinds(), ['altered'])
  })

  test('names an entry that was forged together with its hash', async ({ assert }) => {
    await live(() => makeDocument())
    const forged = `replace(body, '"type":"user"', '"type":"signer"')`
    const hash = `encode(sha256(convert_to('countersign/audit-entry/v1', 'UTF8') || '\\x00'::bytea || convert_to(${forged}, 'UTF8')), 'hex')`
    await tamper(
      acme,
      `update audit_entries set body = ${forged}, hash = ${hash} where sequence = 3`
    )
    assert.includeMembers(await kinds(), ['reordered', 'forged'])
  })

  test('names entries that were deleted from the middle', async ({ assert }) => {
    await live(() => makeDocument())
    await tamper(
      acme,
      'delete from personal_values',
      'delete from audit_entries where sequence = 2'
    )
    assert.includeMembers(await kinds(), ['missing'])
  })

  test('names the entries that were cut off, even when the document was made to agree', async ({
    assert,
  }) => {
    await live(() => makeDocument())
    await tamper(
      acme,
      'delete from personal_values where entry_id = (select id from audit_entries where sequence = 5)',
      'delete from audit_entries where sequence = 5',
      'update documents set chain_sequence = 4, chain_hash = (select hash from audit_entries where sequence = 4)'
    )
    const { findings } = await verdict()
    assert.deepEqual(
      findings.map(({ sequence, kind }) => [sequence, kind]),
      [[5, 'truncated']]
    )
  })

  test('names two entries that changed places', async ({ assert }) => {
    await live(() => makeDocument())
    await tamper(
      acme,
      'update audit_entries set sequence = 99 where sequence = 4',
      'update audit_entries set sequence = 4 where sequence = 5',
      'update audit_entries set sequence = 5 where sequence = 99'
    )
    assert.includeMembers(await kinds(), ['altered', 'reordered'])
  })

  test('names a trail that is gone altogether', async ({ assert }) => {
    const document = await live(() => makeDocument())
    await tamper(
      acme,
      'delete from personal_values',
      'delete from audit_entries',
      'delete from documents'
    )
    const { findings } = await verdict()
    assert.isTrue(
      findings.every(({ chain, kind }) => chain === document.id && kind === 'truncated')
    )
    assert.lengthOf(findings, 5)
  })

  test('names a personal value that was replaced, and one that is gone though nobody erased it', async ({
    assert,
  }) => {
    await live(() => makeDocument())
    await tamper(acme, `update personal_values set value = 'Mallory' where field = 'actorName'`)
    assert.deepEqual(await kinds(), ['value_altered'])
    await tamper(acme, `delete from personal_values where field = 'actorName'`)
    assert.deepEqual(await kinds(), ['value_missing'])
  })

  test('names an entry whose details alone were changed, in no column', async ({ assert }) => {
    await live(() => makeDocument())
    await tamper(
      acme,
      `update audit_entries set body = replace(body, '"pageCount":1', '"pageCount":9') where sequence = 2`
    )
    const { findings } = await verdict()
    assert.deepEqual(
      findings.map(({ sequence, kind }) => [sequence, kind]),
      [[2, 'altered']]
    )
  })

  test('names a trail whose document is gone', async ({ assert }) => {
    const document = await live(() => makeDocument())
    await tamper(acme, 'delete from documents')
    const { findings } = await verdict()
    assert.deepEqual(
      findings.map(({ chain, kind }) => [chain, kind]),
      [[document.id, 'missing']]
    )
  })

  test('names a document that names another end of its trail', async ({ assert }) => {
    await live(() => makeDocument())
    await tamper(acme, `update documents set chain_hash = repeat('0', 64)`)
    assert.deepEqual(await kinds(), ['forged'])
  })

  test('keeps personal values from a tenant that would delete them, unless the trail ends with the erasure', async ({
    assert,
  }) => {
    const document = await live(() => makeDocument())
    const change = (text: string) => live(() => CurrentTenant.batch([{ text }]))
    await assert.rejects(() => change('delete from personal_values'), /permission denied/)
    await assert.rejects(
      () => change(`select erase_personal_values('${document.id}')`),
      /does not end with an erasure/
    )
    assert.deepEqual((await verdict()).findings, [])
  })

  test('cannot be changed by the tenant itself', async ({ assert }) => {
    await live(() => makeDocument())
    const change = (text: string) => live(() => CurrentTenant.batch([{ text }]))
    await assert.rejects(() => change(`update audit_entries set action = 'x'`), /permission denied/)
    await assert.rejects(() => change('delete from audit_entries'), /permission denied/)
    await assert.rejects(
      () =>
        change(
          `insert into audit_entries (chain, sequence, id, action, at, body, prev_hash, hash) select chain, 99, 'aud_x', 'x', now(), '{}', hash, 'x' from audit_entries`
        ),
      /does not continue/
    )
  })
})
