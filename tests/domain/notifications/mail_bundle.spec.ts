import { test } from '@japa/runner'
import { smtp } from '#config/mail'
import { timeScale } from '#app/foundation/time_scale'
import { mailServer } from '#app/notifications/servers/mail_server'
import type { MailMessage } from '#app/notifications/messages/mail_message'
import { Cell } from '#app/tenancy/cell'
import { ANA, BEN } from '#tests/factories/document_factory'
import { roundTripsOf } from '#tests/support/round_trips'
import { HeldTransport } from '#tests/support/held_transport'
import { MailSetup } from '#tests/support/mail_setup'
import { SmtpHost } from '#tests/support/smtp_host'
import { emptyOutbox } from '#tests/support/outbox_view'
import { asSuperuser } from '#tests/support/superuser'

const CEM = { name: 'Cem Broker', email: 'cem@example.test' }
const AT_ONCE = { atOnce: true }

test.group('Mails | in a bundle', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    await emptyOutbox()
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open()
    return () => host.close()
  })

  const statuses = async () =>
    Object.fromEntries((await setup.mails()).map(({ recipient, status }) => [recipient, status]))
  const completes = async (document: Awaited<ReturnType<typeof setup.sends>>) => {
    for (const index of document.signers.keys()) await setup.signs(document, index)
    const seal = { sha256: 'a'.repeat(64), bytes: 1, pageCount: 2, level: 'B-B' as const }
    await setup.within(() => document.complete(seal))
  }

  test('cost as many round trips as one alone: to read, to remember, to write down', async ({
    assert,
  }) => {
    const held = HeldTransport.takesOver()
    for (const signers of [[ANA, BEN], [CEM]]) await setup.sends({ signers })
    const inviting = roundTripsOf(async () => {
      const work = setup.does('mail.invite', AT_ONCE)
      await held.holds(3)
      held.release()
      await work
    })
    assert.equal(await inviting, 3)
    assert.deepEqual(
      (await setup.mails()).map(({ status }) => status),
      ['sent', 'sent', 'sent']
    )
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
  })

  test('about different documents are not mixed up', async ({ assert }) => {
    const lease = await setup.sends({ title: 'Lease', message: 'The flat', signers: [ANA, BEN] })
    const sale = await setup.sends({ title: 'Sale', message: 'The car', signers: [ANA, CEM] })
    assert.equal(await setup.does('mail.invite', AT_ONCE), 4)
    assert.lengthOf(host.received, 4)
    for (const { title, message, signers } of [lease, sale])
      for (const signer of signers) {
        const link = await setup.within(() => signer.token())
        const [mail, ...others] = host
          .to(signer.email)
          .filter(({ parsed }) => parsed.text!.includes(link))
        assert.lengthOf(others, 0)
        assert.include(mail.parsed.subject!, `“${title}”`)
        assert.include(mail.parsed.text!, message!)
      }
    await completes(lease)
    await setup.does('mail.completed')
    assert.equal(await setup.does('mail.send', AT_ONCE), 3)
    assert.lengthOf(host.to(CEM.email), 1)
    assert.equal(host.to(BEN.email)[1].parsed.subject, 'Everyone has signed “Lease”')
  })

  test('fare each as its own server says', async ({ assert }) => {
    const answers: Record<string, { responseCode: number; message: string }> = {
      [BEN.email]: { responseCode: 550, message: '5.1.1 Unknown' },
      [CEM.email]: { responseCode: 451, message: '4.7.1 Greylisted' },
    }
    host.behaves({ atRecipient: (address) => answers[address] ?? null })
    const document = await setup.sends({ signers: [ANA, BEN, CEM] })
    await setup.does('mail.invite', AT_ONCE)
    assert.deepEqual(await statuses(), {
      [ANA.email]: 'sent',
      [BEN.email]: 'failed',
      [CEM.email]: 'queued',
    })
    const [waiting, ...others] = await setup.waiting('mail.invite')
    assert.deepInclude(waiting, { ref: document.signers[2].id, tries: 1, lease_until: null })
    assert.lengthOf(others, 0)
    assert.equal((await setup.found(document)).failedEmails, 1)
  })

  test('go out without the one that another worker has by now', async ({ assert }) => {
    const document = await setup.sends({ signers: [ANA, BEN, CEM] })
    const [, ben] = document.signers
    const tasks = await leased()
    await asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query('update cell.outbox set fence = fence + 1 where ref = $1', [ben.id])
    )
    const { handleBundle } = await import('#app/notifications/invite')
    const ends = await setup.within(() => Promise.allSettled(handleBundle(tasks)))
    assert.deepEqual(
      ends.map(({ status }, index) => [tasks[index].ref === ben.id, status]),
      tasks.map(({ ref }) => [ref === ben.id, ref === ben.id ? 'rejected' : 'fulfilled'])
    )
    assert.lengthOf(host.to(BEN.email), 0)
    assert.lengthOf(host.received, 2)
    assert.lengthOf(await setup.waiting('mail.invite'), 1)
  })

  test('remember one mail for a signer who is asked twice at once', async ({ assert }) => {
    const document = await setup.sends({ signers: [ANA] })
    await setup.appends({ kind: 'mail.invite', ref: document.signers[0].id })
    assert.equal(await setup.does('mail.invite', AT_ONCE), 2)
    assert.lengthOf(host.received, 1)
    await setup.does('mail.invite')
    assert.lengthOf(host.received, 1)
    assert.lengthOf(await setup.waiting('mail.invite'), 0)
  })

  test('are no more at once than there are connections, and none is offered that waited too long for one', async ({
    assert,
    cleanup,
  }) => {
    cleanup(() => timeScale.set(1))
    timeScale.set(0.001)
    const held = HeldTransport.takesOver()
    const message = { to: [{ name: ANA.name, address: ANA.email }] } as MailMessage
    const first = Array.from({ length: smtp.maxConnections }, () => mailServer.take(message))
    const late = mailServer.take(message)
    await held.holds(smtp.maxConnections)
    await new Promise((resolve) => setTimeout(resolve, 30))
    held.release()
    await Promise.all(first)
    assert.deepEqual(await late, { is: 'later', code: 'EBUSY', isAboutMail: false })
    assert.equal(held.offered, smtp.maxConnections)
  })

  /** The invitations, as a worker would be given them. */
  function leased() {
    return asSuperuser(Cell.named('main').database, async (superuser) => {
      const { rows } = await superuser.query(
        `update cell.outbox set fence = fence + 1, lease_until = now() + interval '1 minute'
          where kind = 'mail.invite' returning id, kind, lane, ref, tries, fence`
      )
      return rows
    })
  }
})
