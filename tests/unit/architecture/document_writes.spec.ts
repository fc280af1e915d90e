import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

const TABLES = 'documents|signers|fields|signatures|audit_entries|personal_values'

/** `insert into signers`, `update fields f set`, `delete from documents`, `insertion('signatures', …)`, `.table('signers')`. */
const BY_SQL = new RegExp(
  `\\b(?:insert\\s+into|delete\\s+from|update)\\s+(?:${TABLES})\\b|\\binsertion\\(\\s*'(?:${TABLES})'|\\.table\\('(?:${TABLES})'\\)`,
  'i'
)

/** Which files hold such SQL. Those above the line hand it to a change; those below have their reason to do without one. */
const WRITERS = new Set([
  'app/documents/drafts/exchange.ts',
  'app/documents/drafts/revision.ts',
  'app/documents/erasure.ts',
  'app/documents/removal.ts',
  'app/signing/finish.ts',
  'app/signing/attachments/upload.ts',
  // —
  'app/documents/sharing/handing_over.ts', // to whom all documents of a member belong is a note of the account, in no trail
  'app/templates/handing_over.ts', // to whom a document belongs from the moment in which it is made, whose unit this is part of
  'app/portability/retention_round.ts', // that people were notified of the end of a retention is a note of the account, in no trail
  'app/portability/retention_rule.ts', // and is forgotten for all documents at once
  'app/signing/seal/archive_renewals.ts', // when a time stamp was last asked for is a note of the round, in no trail
  'app/signing/signing.ts', // presence and language of a signer: no lock, no entry, no event
])

/** What puts rows of models into a batch, and entries into a trail. */
const BY_MODEL = /\bAuditTrail\.additions\(|\bchangesOf\(|\btakeStored\(/

const CHANGE = 'app/documents/document_change.ts'

/** Where a change may be begun without a stored row to lock: `Document.change` has locked it, and a new document has none. */
const BEGINNERS = ['app/documents/document.ts', 'app/documents/drafts/draft.ts']

const MODEL_QUERY = /\b(?:Document|Signer|Field)\.query\(\)[^;]*\.(?:update|delete|increment)\(/

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* sources(path)
    else if (path.endsWith('.ts')) yield path
  }
}

test.group('Rows of documents', () => {
  const root = app.makePath()
  const texts = [...sources(app.makePath('app'))].map((path) => ({
    path: relative(root, path),
    text: readFileSync(path, 'utf8'),
  }))
  const having = (pattern: RegExp) =>
    texts.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

  test('are written by SQL in no other file than those listed', ({ assert }) => {
    assert.sameMembers(having(BY_SQL), [...WRITERS])
    assert.isEmpty(having(MODEL_QUERY))
  })

  test('are saved, and their trail is continued, by a change alone', ({ assert }) => {
    const others = having(BY_MODEL).filter((path) => !/^app\/tenancy\/|^app\/audit\//.test(path))
    assert.deepEqual(others, [CHANGE])
    assert.sameMembers(having(/\bDocumentChange\.of\(/), BEGINNERS)
  })
})
