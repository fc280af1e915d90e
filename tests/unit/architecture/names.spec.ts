import { globSync, readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import ts from 'typescript'
import { SYSTEM } from '#app/audit/actor'
import type { AccountAction } from '#app/audit/audit_action'
import type { Happening } from '#app/audit/audit_entry'
import type { EventName } from '#app/events/event_name'
import { Reactions, type ReactionTable } from '#app/events/reactions'
import { WorkTable, type WorkRows } from '#app/queue/work_table'
import type { Work } from '#app/tenancy/outbox/outbox'
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
    assert.throws(
      () => Reactions.later({ name, ref: 'doc_1' }, 'live'),
      /does not know document.send/
    )

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

const LIST = 'docs/naming.md'

/** `sendBatch`, `SEND_BATCH` and `send_batch.ts` all say `send batch`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z\d]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Every name that the code of a file declares or uses. */
function namesIn(file: string): string[] {
  const names = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(app.makePath(file), 'utf8'), ts.ScriptTarget.Latest))
  return [...names]
}

test.group('Words we do not use', () => {
  const [, table] = readFileSync(app.makePath(LIST), 'utf8').split('## Words we do not use')
  const cells = [...table.matchAll(/^\| (?!Not |---)(.+?) \|/gm)].flatMap(([, cell]) =>
    cell.split(', ')
  )
  const names = cells.filter((cell) => cell.startsWith('`')).map((cell) => cell.slice(1, -1))
  const words = cells.filter((cell) => !cell.startsWith('`'))
  const files = globSync(
    ['*.md', '{app,bin,docs,resources,start,tests}/**/*.{ts,mjs,js,md,edge}'],
    { cwd: app.makePath(), exclude: ['resources/built/**', LIST] }
  )

  test('are no names of files, nor of anything in them', ({ assert }) => {
    const exact = names.map((name) => name.replace('*', '\\w*')).join('|')
    const isRefused = new RegExp(`^(?:${exact})$`)
    const hasRefused = new RegExp(`\\b(?:${words.map(wordsOf).join('|')})s?\\b`)
    const found = files.flatMap((file) =>
      [...file.replace(/\.\w+$/, '').split('/'), ...(/[jt]s$/.test(file) ? namesIn(file) : [])]
        .filter((name) => isRefused.test(name) || hasRefused.test(wordsOf(name)))
        .map((name) => `${file}: ${name}`)
    )
    assert.deepEqual(found, [])
  })

  test('stand in no comment, title or page', ({ assert }) => {
    const refused = new RegExp(`\\b(?:${words.join('|')})s?\\b`, 'i')
    const found = files.flatMap((file) => {
      const lines = readFileSync(app.makePath(file), 'utf8').split('\n')
      return lines.filter((line) => refused.test(line)).map((line) => `${file}: ${line.trim()}`)
    })
    assert.deepEqual(found, [])
  })
})
