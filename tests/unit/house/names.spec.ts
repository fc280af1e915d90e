import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/actor'
import type { AccountAction } from '#app/audit/audit_action'
import type { Happening } from '#app/audit/audit_entry'
import type { EventName } from '#app/events/event_name'
import { Reactions, type ReactionTable } from '#app/events/reactions'
import { WorkTable, type WorkRows } from '#app/queue/work_table'
import type { Work } from '#app/tenancy/outbox'
import type { NoticeKind } from '#app/tenants/notice_kind'
import type { WorkAbove } from '#app/tenants/platform_work'
import { WORDINGS } from '#app/notifications/notices/index'

/** The type check that runs before the tests fails where something marked here compiles. */
test.group('A misspelt', () => {
  test('kind of work does not compile, nor does a table without its row', ({ assert }) => {
    // @ts-expect-error: it is mail.invite
    const work: Work = { kind: 'mail.invlte', ref: 'sig_1' }
    assert.throws(() => WorkTable.row(work.kind), /does not know mail.invlte/)

    // @ts-expect-error: all other kinds are missing
    const rows: WorkRows = { 'mail.invite': WorkTable.row('mail.invite') }
    assert.deepEqual(Object.keys(rows), ['mail.invite'])

    // @ts-expect-error: all other kinds are missing
    const above: WorkAbove = { welcome_owners: async () => {} }
    assert.deepEqual(Object.keys(above), ['welcome_owners'])
  })

  test('event does not compile, nor does a table without its row', ({ assert }) => {
    // @ts-expect-error: it is document.sent
    const name: EventName = 'document.send'
    assert.throws(() => Reactions.to({ name, ref: 'doc_1' }, 'live'), /does not know document.send/)

    // @ts-expect-error: all other events are missing
    const table: ReactionTable = { 'document.sent': [] }
    assert.deepEqual(Object.keys(table), ['document.sent'])
  })

  test('audit action does not compile, nor does one in the trail of another', ({ assert }) => {
    // @ts-expect-error: it is key.created
    const entry: Happening<AccountAction> = { action: 'key.made', actor: SYSTEM }
    // @ts-expect-error: operators do it
    const other: Happening<AccountAction> = { action: 'work.retried', actor: SYSTEM }
    assert.notDeepEqual(entry, other)
  })

  test('notice does not compile', ({ assert }) => {
    // @ts-expect-error: it is key.ending
    const kind: NoticeKind = 'key.ends'
    assert.notProperty(WORDINGS, kind)
  })
})
