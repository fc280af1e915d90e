import { test } from '@japa/runner'
import { AuditTrail } from '#app/audit/audit_trail'
import { CountedEntries } from '#app/documents/evidence/counted_entries'
import { MAX_NAMED_VISITORS } from '#app/signing/links/link_fetches'
import { MAX_A_MINUTE } from '#app/front_door/pages/page_visits'
import Document from '#app/documents/document'
import { clock } from '#app/foundation/clock'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { Cell } from '#app/tenancy/cell'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { schemaNames } from '#app/tenancy/tenant_ref'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument, OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { doWork } from '#tests/support/inline_work'
import { SigningLink } from '#tests/support/signing_link'
import { StatementLog } from '#tests/support/statement_log'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'

const DAY_MS = 86_400_000

/** Where a link can stand when its signer may not act, what it shows, and with which status it says no to what is attempted. */
const CLOSED = {
  'not their turn yet': { status: 200, shows: 'It is not your turn yet', refuses: 409 },
  'signed': { status: 200, shows: 'Thank you, you have signed', refuses: 409 },
  'completed': { status: 200, shows: 'Everyone has signed', refuses: 409 },
  'declined by themselves': { status: 200, shows: 'You declined to sign', refuses: 409 },
  'declined by another': { status: 200, shows: 'This document was declined', refuses: 409 },
  'expired': { status: 410, shows: 'This document has expired', refuses: 410 },
  'signed, then expired': { status: 410, shows: 'This document has expired', refuses: 410 },
  'impossible to seal': { status: 200, shows: 'could not be sealed', refuses: 409 },
  'voided': { status: 410, shows: 'This document was withdrawn', refuses: 410 },
} as const

/** What is written down of a visit that changes nothing. */
const OF_VISITS = ['link.fetched', 'auth.failed']

type Closed = keyof typeof CLOSED

test.group('Signing link', (group) => {
  let acme: Tenant
  group.setup(async () => {
    acme = await makeTenant()
  })
  group.each.teardown(() => clock.restore())

  const live = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)
  const make = (...input: Parameters<typeof makeDocument>) => live(() => makeDocument(...input))

  async function sign(document: Document, at: number): Promise<SigningLink> {
    const link = await SigningLink.of(acme, document, { at })
    await link.consent()
    await link.finish()
    return link
  }

  const prepare: Record<Closed, () => Promise<SigningLink>> = {
    'not their turn yet': async () => {
      const signers = [
        { ...ANA, order: 1 },
        { ...BEN, order: 2 },
      ]
      return SigningLink.of(acme, await make({ signers }), { at: 1 })
    },
    'signed': async () => sign(await make(), 0),
    'completed': async () => {
      const document = await make()
      await sign(document, 1)
      const link = await sign(document, 0)
      await doWork(acme, 'seal')
      return link
    },
    'declined by themselves': async () => {
      const link = await SigningLink.of(acme, await make())
      await link.submit('/decline', { reason: 'Too expensive' })
      return link
    },
    'declined by another': async () => {
      const document = await make()
      const other = await SigningLink.of(acme, document, { at: 1 })
      await other.submit('/decline', { reason: 'Too expensive' })
      return SigningLink.of(acme, document)
    },
    'expired': async () => {
      const link = await SigningLink.of(acme, await make({ expiresInDays: 1 }))
      clock.travel(DAY_MS)
      return link
    },
    'signed, then expired': async () => {
      const link = await sign(await make({ expiresInDays: 1 }), 0)
      clock.travel(DAY_MS)
      await doWork(acme, 'expire', { early: true })
      return link
    },
    'impossible to seal': async () => {
      const document = await make()
      await sign(document, 1)
      const link = await sign(document, 0)
      await live(() => document.fail('Out of ink'))
      return link
    },
    'voided': async () => {
      const document = await make()
      await live(() => document.void({ by: OLGA, reason: 'A mistake' }))
      return SigningLink.of(acme, document)
    },
  }

  async function traces({ documentId }: SigningLink) {
    const document = await live(() => Document.whole(documentId))
    const entries = await live(() => AuditTrail.read(documentId))
    return {
      document: { ...document?.$attributes, chainSequence: 0, chainHash: null },
      signers: document?.signers.map((signer) => signer.$attributes),
      actions: entries.map(({ action }) => action).filter((action) => !OF_VISITS.includes(action)),
    }
  }

  for (const [closed, { status, shows, refuses }] of Object.entries(CLOSED)) {
    test(`shows what there is to say when it is ${closed}, and lets nobody do anything`, async ({
      assert,
    }) => {
      const link = await prepare[closed as Closed]()
      const before = await traces(link)

      const page = await link.get()
      assert.equal(page.status, status)
      assert.include(page.text, shows)
      assert.include(page.text, 'Contract of sale')
      assert.equal((await link.ask({ method: 'HEAD' })).status, status)
      assert.equal((await link.get('/decline')).status, status)
      assert.equal((await link.get('/status')).status, 200)

      const refused = {
        consent: await link.consent(),
        decline: await link.submit('/decline', { reason: 'Too expensive' }),
        heartbeat: await link.call('/heartbeat'),
        finish: await link.finish(),
        file: await link.get('/file'),
      }
      for (const [attempt, answer] of Object.entries(refused))
        assert.equal(answer.status, refuses, `${attempt} ${answer.text}`)
      assert.include(refused.consent.text, shows)
      assert.deepEqual(await traces(link), before)
    })
  }

  test('names whom to ask when the document was withdrawn', async ({ assert }) => {
    const link = await prepare.voided()
    const askTheSender = {
      en: 'If you have questions, ask the sender.',
      de: 'Bei Fragen wenden Sie sich an den Absender.',
    }
    for (const [language, words] of Object.entries(askTheSender))
      assert.include((await link.get('', { 'accept-language': language })).text, words)
  })

  test('leaves one entry an hour for each reason why it let nobody in, and then the number of the others', async ({
    assert,
  }) => {
    const link = await prepare.expired()
    const failures = async () => {
      const entries = await live(() => AuditTrail.read(link.documentId))
      return entries.filter(({ action }) => action === 'auth.failed')
    }
    const counted = async () => {
      const text = `select id, times from counted_entries where document_id = $1 and action = 'auth.failed'`
      const [rows] = await live(() => CurrentTenant.batch([{ text, values: [link.documentId] }]))
      return rows
    }
    await link.get()
    await until(async () => (await failures()).length === 1)
    await link.submit('/decline', { reason: 'Too late' })
    for (const agent of ['LinkScanner/7', 'LinkScanner/8'])
      await link.get('', { 'user-agent': agent })
    await until(async () => (await counted())[0]?.times === 4)
    const [first, ...others] = await failures()
    assert.isEmpty(others)
    assert.equal(first.body.actor.type, 'signer')
    assert.equal(first.personal.ipAddress, '127.0.0.1')
    assert.deepEqual(first.body.details, {
      signerId: first.body.actor.id,
      reason: 'signing_link_expired',
    })
    const [{ id }] = await counted()
    await live(() => unit(() => CountedEntries.settleOne(String(id))))
    assert.containSubset((await failures())[1].body.details, { times: 3 })
    assert.isEmpty(await counted())
  })

  test('leaves no entry of a refusal where the signer may come in, or has signed', async ({
    assert,
  }) => {
    for (const link of [await SigningLink.of(acme, await make()), await sign(await make(), 0)]) {
      await link.get()
      await link.finish()
      await until(async () => (await doWork(acme, 'link.fetched')) > 0)
      const entries = await live(() => AuditTrail.read(link.documentId))
      assert.notInclude(
        entries.map(({ action }) => action),
        'auth.failed'
      )
    }
  })

  test('sets titles and names apart from the words around them, whichever way they are read', async ({
    assert,
  }) => {
    const [title, name] = ['חוזה (3) Acme', 'דנה כהן (1)']
    const signers = [{ ...ANA, name }, BEN]
    const document = await make({ title, signers })
    const link = await SigningLink.of(acme, document)
    const consent = await link.get()
    assert.include(consent.text, `<bdi>${title}</bdi>`)
    assert.include(consent.text, `<bdi>${name}</bdi>`)
    await link.consent()
    assert.include((await link.get()).text, `<bdi>${title}</bdi>`)
    await live(() => document.void({ by: OLGA }))
    assert.include((await link.get()).text, `<bdi>${title}</bdi>`)
  })

  test('asks for consent first, then shows the document with this signer’s fields alone', async ({
    assert,
  }) => {
    const document = await make({ message: 'Please sign by Friday' })
    const link = await SigningLink.of(acme, document)
    const before = await link.get()
    assert.equal(before.status, 200)
    assert.include(before.text, 'Please sign by Friday')
    assert.include(before.text, 'I agree to use electronic records and signatures')
    assert.notInclude(before.text, '/file')
    const deadline = Phrasebook.in('en').moment(document.expiresAt!)
    assert.match(deadline, /\d\d:\d\d UTC$/)
    assert.include(before.text, deadline)

    await link.consent()
    const { text } = await link.get()
    assert.include(text, deadline)
    const [own, other] = document.fields
    assert.include(text, `data-field="${own.id}"`)
    assert.notInclude(text, other.id)
    assert.notInclude(text, BEN.email)
  })

  test('asks a signer without a signature field to sign on the appended page', async ({
    assert,
  }) => {
    const link = await SigningLink.of(acme, await make({ signers: [{ ...ANA, fields: [] }] }))
    await link.consent()
    const { text } = await link.get()
    assert.include(text, 'data-step="signature"')
    assert.include(text, 'Last page')
  })

  test('asks for fields in the order of the sender, and numbers those that are alike', async ({
    assert,
  }) => {
    const text = { type: 'text' as const, page: 1, x: 60, width: 100, height: 20 }
    const fields = [...ANA.fields!, { ...text, y: 500 }, { ...text, y: 400 }]
    const document = await make({ signers: [{ ...ANA, fields }] })
    const link = await SigningLink.of(acme, document)
    await link.consent()
    const page = await link.get()
    const [, first, second] = document.fields
    assert.include(page.text, `data-step="${first.id}" data-type="text" data-label="Text 1"`)
    assert.include(page.text, `data-step="${second.id}" data-type="text" data-label="Text 2"`)
  })

  test('shows what the sender says of fields, and keeps it inside its quotation marks', async ({
    assert,
  }) => {
    const evil = `"><script>alert(1)</script>`
    const box = { page: 1, x: 60, width: 100, height: 20 }
    const document = await make({
      signers: [
        {
          ...ANA,
          fields: [
            { type: 'select', ...box, y: 100, options: { key: 'k', choices: [evil, 'Second'] } },
            { type: 'text', ...box, y: 130, options: { label: evil, help: evil, default: evil } },
            { type: 'note', ...box, y: 160, options: { text: evil } },
            { type: 'text', ...box, y: 190, options: { shownWhen: { field: 'k', is: evil } } },
            { type: 'email', ...box, y: 220 },
          ],
        },
      ],
    })
    const link = await SigningLink.of(acme, document)
    await link.consent()
    const { text } = await link.get()
    assert.notInclude(text, '<script>alert')
    assert.include(text, `value="${ANA.email}"`)
    assert.match(text, /<option value="Second"/)
  })

  test('says which conditions earlier signers have met, and nothing of what they entered', async ({
    assert,
  }) => {
    const box = { page: 1, x: 60, width: 100, height: 20 }
    const when = (field: string, is: string) => ({ shownWhen: { field, is } })
    const document = await make({
      signers: [
        {
          ...ANA,
          order: 1,
          fields: [
            { type: 'number', ...box, y: 100, options: { key: 'salary' } },
            { type: 'text', ...box, y: 130, options: { key: 'illness' } },
            { type: 'text', ...box, y: 160, options: { key: 'city' } },
          ],
        },
        {
          ...BEN,
          order: 2,
          fields: [
            { type: 'text', ...box, y: 190, options: when('salary', '98765.50') },
            { type: 'text', ...box, y: 220, options: when('illness', 'none') },
            { type: 'text', ...box, y: 250, options: when('city', 'Bonn') },
          ],
        },
      ],
    })
    const [salary, illness, city] = document.fields.map(({ id }) => id)
    const ana = await SigningLink.of(acme, document)
    await ana.consent()
    await ana.finish({ [salary]: '098765,5', [illness]: 'Very secret', [city]: 'Bonn' })
    const ben = await SigningLink.of(acme, document, { at: 1 })
    await ben.consent()
    const { text } = await ben.get()
    assert.notInclude(text, 'Very secret')
    const met = [...text.matchAll(/data-met="([^"]*)"/g)].map(([, json]) =>
      JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&#x22;', '"'))
    )
    assert.deepEqual(met, [
      [
        { field: 'salary', is: '98765.50' },
        { field: 'city', is: 'Bonn' },
      ],
    ])
  })

  test('changes nothing by being read, however often', async ({ assert }) => {
    const link = await SigningLink.of(acme, await make())
    const before = await traces(link)
    for (const path of ['', '/decline', '/status', '/file', '/download', '/consent']) {
      await link.get(path)
      await link.ask({ method: 'HEAD', path })
    }
    assert.deepEqual(await traces(link), before)
  })

  test('is noted as fetched after the answer, once an hour for each visitor', async ({
    assert,
  }) => {
    const link = await SigningLink.of(acme, await make())
    const noted = async () => {
      const text = 'select user_agent, fetches from link_fetches where signer_id = $1'
      const [rows] = await live(() => CurrentTenant.batch([{ text, values: [link.signerId] }]))
      return rows.map((row) => [row.user_agent, row.fetches]).sort()
    }
    await link.ask({ method: 'HEAD' })
    await link.get()
    await until(async () => (await noted()).length === 1)
    await link.get()
    await link.get('', { 'user-agent': 'LinkScanner/2' })
    await until(async () => (await noted()).flat().includes(2) && (await noted()).length === 2)
    assert.deepEqual(await noted(), [
      ['Browser/1.0', 2],
      ['LinkScanner/2', 1],
    ])
    await doWork(acme, 'link.fetched')
    const entries = await live(() => AuditTrail.read(link.documentId))
    assert.lengthOf(
      entries.filter(({ action }) => action === 'link.fetched'),
      2
    )
  })

  test('leaves twenty entries an hour, and one with the number of all others, however many names come', async ({
    assert,
  }) => {
    const link = await SigningLink.of(acme, await make())
    const scanners = Array.from({ length: 30 }, (_, index) => `LinkScanner/${index}`)
    await Promise.all(scanners.map((agent) => link.get('', { 'user-agent': agent })))
    const told = async () => {
      await doWork(acme, 'link.fetched')
      const entries = await live(() => AuditTrail.read(link.documentId))
      return entries.filter(({ action }) => action === 'link.fetched')
    }
    await until(async () => (await told()).length === MAX_NAMED_VISITORS + 1)
    await until(async () => {
      const [[row]] = await live(() =>
        CurrentTenant.batch([
          {
            text: 'select times from counted_entries where document_id = $1',
            values: [link.documentId],
          },
        ])
      )
      return row.times === 10
    })
    await live(async () => {
      const [rows] = await CurrentTenant.batch([
        {
          text: 'select id from counted_entries where document_id = $1',
          values: [link.documentId],
        },
      ])
      await unit(() => CountedEntries.settleOne(String(rows[0].id)))
    })
    const entries = await told()
    assert.lengthOf(entries, MAX_NAMED_VISITORS + 2)
    assert.containSubset(entries.at(-1)?.body.details, { others: true, times: 9 })
  })

  test('is answered so often a minute for one address, and then with how long to wait', async ({
    assert,
  }) => {
    const link = await SigningLink.of(acme, await make())
    const unknown = { path: '/status', headers: { accept: 'application/json' } }
    const answers = await Promise.all(
      Array.from({ length: MAX_A_MINUTE + 1 }, () => link.ask(unknown))
    )
    assert.lengthOf(
      answers.filter(({ status }) => status === 429),
      1
    )
    const refused = await link.get('', { 'accept-language': 'de' })
    assert.equal(refused.status, 429)
    assert.equal(refused.headers['retry-after'], '60')
    assert.include(refused.text, 'Warten Sie eine Minute')
    const other = await SigningLink.of(acme, await make())
    assert.equal((await other.get()).status, 200)
  })

  test('is answered and signed after somebody has looked through a long document', async ({
    assert,
  }) => {
    const link = await SigningLink.of(acme, await make())
    const reads = Array.from({ length: MAX_A_MINUTE + 1 }, (_, at) => `/pages/${(at % 500) + 1}`)
    const answers = await Promise.all([...reads, '/file'].map((path) => link.ask({ path })))
    assert.deepEqual(
      answers.filter(({ status }) => status === 429),
      []
    )
    assert.equal((await link.get()).status, 200)
  })

  test('is answered also when the fetch cannot be noted', async ({ assert }) => {
    const link = await SigningLink.of(acme, await make())
    const schema = schemaNames(acme.id).live
    const rename = (from: string, to: string) =>
      asSuperuser(Cell.named('main').database, (superuser) =>
        superuser.query(`alter table ${schema}.${from} rename to ${to}`)
      )
    await rename('link_fetches', 'link_fetches_away')
    const log = StatementLog.open()
    const answer = await link.get()
    await until(() => log.entries.includes('ROLLBACK')).finally(() => log.close())
    await rename('link_fetches_away', 'link_fetches')
    assert.equal(answer.status, 200)
    assert.equal((await link.get()).status, 200)
  })

  test('costs three statements in one batch', async ({ assert }) => {
    const link = await SigningLink.of(acme, await make())
    await link.consent()
    await link.ask({ method: 'HEAD' }) // the host is known from now on, and no fetch is noted
    const log = StatementLog.open()
    const answer = await link.get().finally(() => log.close())
    assert.equal(answer.status, 200)
    const [begin, ...statements] = log.firstBatch
    assert.match(begin, /^BEGIN;SET LOCAL ROLE/)
    assert.equal(statements.pop(), 'COMMIT')
    assert.lengthOf(statements, 3)
    assert.notInclude(statements, 'answered')
  })
})
