import { createHash } from 'node:crypto'
import { test } from '@japa/runner'
import { BrandChange } from '#app/brand/brand_change'
import { Profile } from '#app/brand/profile'
import { clock } from '#app/foundation/clock'
import type Document from '#app/documents/document'
import { Vault } from '#app/documents/files/vault'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import { ANA, BEN, OLGA } from '#tests/factories/document_factory'
import { SmtpHost } from '#tests/support/smtp_host'
import { MailSetup } from '#tests/support/mail_setup'

const DAY = 86_400_000

test.group('News of an end', (group) => {
  let host: SmtpHost
  let setup: MailSetup
  let sender: string

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open()
    sender = (await setup.owner()).email
    return async () => {
      clock.restore()
      await host.close()
    }
  })

  const tells = async (kind: 'mail.completed' | 'mail.ended') => {
    await setup.does(kind)
    await setup.does('mail.send')
    return host.received.map(({ envelope }) => envelope.to[0]).sort()
  }
  const completes = async (document: Document) => {
    for (const index of document.signers.keys()) await setup.signs(document, index)
    const seal = { sha256: 'a'.repeat(64), bytes: 1, pageCount: 2, level: 'B-B' as const }
    await setup.within(() => document.complete(seal))
  }
  const FILE = Buffer.from('%PDF-1.7 sealed')
  const SHA256 = createHash('sha256').update(FILE).digest('hex')
  const attaches = () =>
    setup.within(async () => {
      const { own } = (await Profile.current()).brand
      await BrandChange.make({ ...own, finishedFile: 'attachment' }, OLGA)
    })
  /** @param bytes  as its row tells them */
  const completesWith = async (document: Document, bytes = FILE.length) => {
    for (const index of document.signers.keys()) await setup.signs(document, index)
    await setup.within(async () => {
      await (await Vault.open(document)).write(`sealed-${SHA256}`, FILE)
      await document.complete({ sha256: SHA256, bytes, pageCount: 2, level: 'B-B' })
    })
  }
  const filesTo = (address: string) => host.to(address).map(({ parsed }) => parsed.attachments)
  const textTo = (address: string) => host.to(address)[0].parsed.text!

  test('of completion reaches every signer by their link, and the sender by the dashboard', async ({
    assert,
  }) => {
    const document = await setup.sends()
    await completes(document)
    assert.deepEqual(await tells('mail.completed'), [ANA.email, BEN.email, sender].sort())
    const [ana] = document.signers
    assert.include(textTo(ANA.email), `/sign/${await setup.within(() => ana.token())}`)
    assert.include(textTo(sender), `/documents/${document.id}`)
    assert.notInclude(textTo(sender), '/sign/')
    assert.include(textTo(sender), 'Ana Buyer and Ben Seller')
    assert.lengthOf(host.to(ANA.email)[0].parsed.attachments, 0)
  })

  test('of completion carries the sealed file, byte for byte, to each party of a tenant that wants it', async ({
    assert,
  }) => {
    await attaches()
    const signers = [ANA, { ...BEN, accessCode: 'river-42' }]
    const document = await setup.sends({ signers })
    await completesWith(document)
    await tells('mail.completed')
    for (const to of [ANA.email, sender]) {
      const [[file, ...others], ...mails] = filesTo(to)
      assert.deepEqual([others, mails], [[], []])
      assert.equal(file.contentType, 'application/pdf')
      assert.equal(file.filename, (await setup.found(document)).sealedFileName)
      assert.isTrue(file.content.equals(FILE))
      assert.include(textTo(to), 'attached')
    }
    // what Ben has to prove before he sees the document would be proved by nobody who opens his mails
    assert.deepEqual(filesTo(BEN.email), [[]])
    assert.include(textTo(BEN.email), 'ready to download')
  })

  test('of completion is a link where the file is too large for mails', async ({ assert }) => {
    await attaches()
    const document = await setup.sends()
    await completesWith(document, 7_000_001)
    await tells('mail.completed')
    assert.deepEqual(filesTo(ANA.email), [[]])
    assert.include(textTo(ANA.email), '/sign/')
  })

  test('of completion comes once and as a link from a server that finds the file too large', async ({
    assert,
  }) => {
    await attaches()
    const document = await setup.sends()
    await completesWith(document)
    const tooLarge = { responseCode: 552, message: '5.3.4 Message too large' }
    host.behaves({ atData: (mail) => (mail.includes('application/pdf') ? tooLarge : null) })
    assert.deepEqual(await tells('mail.completed'), [ANA.email, BEN.email, sender].sort())
    assert.deepEqual(filesTo(ANA.email), [[]])
    const mails = (await setup.mails()).filter(({ kind }) => kind === 'completed')
    assert.deepEqual(
      mails.map(({ status, error }) => [status, error]),
      mails.map(() => ['sent', null])
    )
  })

  test('is announced once, even if its work runs twice', async ({ assert }) => {
    const document = await setup.sends()
    await completes(document)
    await tells('mail.completed')
    await setup.appends({ kind: 'mail.completed', ref: document.id })
    assert.lengthOf(await tells('mail.completed'), 3)
    assert.lengthOf(await setup.waiting('mail.send'), 0)
  })

  test('of completion names the files where there are several', async ({ assert }) => {
    const document = await setup.sends()
    await completes(document)
    const files = ['Lease.pdf', 'House rules.pdf'].map((name) => ({ name }))
    const text = 'update documents set files = $2 where id = $1'
    const values = [document.id, JSON.stringify(files)]
    await setup.within(() => CurrentTenant.batch([{ text, values }]))
    await tells('mail.completed')
    const html = String(host.to(ANA.email)[0].parsed.html)
    assert.match(html, /Files[^]*Lease\.pdf and House rules\.pdf[^]*Completed/)
    for (const to of [ANA.email, sender])
      assert.match(textTo(to), /Files: \S?Lease\.pdf\S? and \S?House rules\.pdf/)
  })

  test('leaves once, even if the work of a mail that was sent comes again', async ({ assert }) => {
    const document = await setup.sends()
    await completes(document)
    await tells('mail.completed')
    const [mail] = (await setup.mails()).filter(({ kind }) => kind === 'completed')
    await setup.appends({ kind: 'mail.send', ref: mail.id })
    assert.equal(await setup.does('mail.send'), 1)
    assert.lengthOf(host.received, 3)
  })

  test('gives the reason of a decline to the sender alone, and nothing to the one who declined', async ({
    assert,
  }) => {
    const document = await setup.sends()
    await setup.declines(document, 0, 'The price is wrong')
    assert.deepEqual(await tells('mail.ended'), [BEN.email, sender].sort())
    assert.include(textTo(sender), '> The price is wrong')
    assert.include(textTo(sender), 'Ana Buyer declined to sign')
    assert.notMatch(textTo(BEN.email), /price|Ana/)
    assert.equal(host.to(BEN.email)[0].parsed.subject, '“Contract of sale” was declined')
  })

  test('of a void reaches only signers who had been invited', async ({ assert }) => {
    const document = await setup.sends({
      signers: [
        { ...ANA, order: 1 },
        { ...BEN, order: 2 },
      ],
    })
    await setup.within(() => document.void({ by: OLGA, reason: 'Wrong version' }))
    assert.deepEqual(await tells('mail.ended'), [ANA.email, sender].sort())
    assert.notInclude(textTo(ANA.email), 'Wrong version')
    assert.include(textTo(sender), 'Wrong version')
  })

  test('of expiry names to the sender who has not signed', async ({ assert }) => {
    const document = await setup.sends({ expiresInDays: 1 })
    await setup.signs(document, 0)
    clock.travel(DAY)
    await setup.does('expire')
    await tells('mail.ended')
    assert.include(textTo(sender), 'Not signed in time: Ben Seller')
    assert.include(textTo(ANA.email), 'Not everyone signed in time')
  })

  test('spares an address that has refused the invitation', async ({ assert }) => {
    host.behaves({
      atRecipient: (to) => (to === ANA.email ? { responseCode: 550, message: '5.1.1 No' } : null),
    })
    const document = await setup.sends()
    await setup.does('mail.invite')
    await setup.within(() => document.void({ by: OLGA }))
    await tells('mail.ended')
    assert.deepEqual(
      (await setup.mails())
        .filter(({ recipient }) => recipient === ANA.email)
        .map(({ kind }) => kind),
      ['invitation']
    )
  })

  test('comes once to an address that stands for two, in the words for the sender', async ({
    assert,
  }) => {
    const document = await setup.sends({
      signers: [
        { ...ANA, key: 'buyer', email: sender },
        { ...BEN, key: 'seller' },
        { ...BEN, key: 'broker' },
      ],
    })
    await completes(document)
    assert.deepEqual(await tells('mail.completed'), [BEN.email, sender].sort())
    assert.include(textTo(sender), `/documents/${document.id}`)
  })

  test('that one address refuses still reaches the others, and changes no signer who has signed', async ({
    assert,
  }) => {
    host.behaves({
      atRecipient: (to) => (to === ANA.email ? { responseCode: 550, message: '5.1.1 No' } : null),
    })
    const document = await setup.sends()
    await completes(document)
    assert.deepEqual(await tells('mail.completed'), [BEN.email, sender].sort())
    const now = await setup.found(document)
    assert.equal(now.signers[0].status, 'signed')
    assert.equal(now.status, 'completed')
    assert.equal(now.failedEmails, 0)
  })
})
