import type { NodeMailerMessage } from '@adonisjs/mail/types'
import { SMTPTransport } from '@adonisjs/mail/transports/smtp'
import { test } from '@japa/runner'
import { freePort } from '#app/foundation/processes/free_port'
import { AuditTrail } from '#app/audit/audit_trail'
import { bounceAddress } from '#app/notifications/bounces/bounce_token'
import { Cell } from '#app/tenancy/cell'
import { unit } from '#app/tenancy/current_tenant'
import Notice from '#app/tenants/notice'
import { deliveryReport } from '#tests/support/delivery_report'
import { MailSetup } from '#tests/support/mail_setup'
import { emptyOutbox, leasesRunOut } from '#tests/support/outbox_view'
import { SmtpHost } from '#tests/support/smtp_host'
import { asSuperuser } from '#tests/support/superuser'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'

/** Before the mail server is asked, after it has answered, and around the commit that writes it down. */
const POINTS = [
  'mail.offered',
  'mail.answered',
  'outbox.recording',
  'outbox.recorded',
  'mail.invite.done',
]

test.group('Mail and sudden death', (group) => {
  let host: SmtpHost
  let setup: MailSetup
  let workers: WorkerProcess[] = []

  group.each.setup(async () => {
    await emptyOutbox()
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open()
    return async () => {
      await Promise.all(workers.map((worker) => worker.kill()))
      workers = []
      await host.close()
    }
  })

  const worker = (settings = {}) => {
    const started = WorkerProcess.start({ SMTP_PORT: String(host.port), ...settings })
    workers.push(started)
    return started
  }
  const onlyWork = (kind: string) =>
    asSuperuser(Cell.named('main').database, (superuser) =>
      superuser.query('delete from cell.outbox where kind <> $1', [kind])
    )
  /** In the order in which one leaves the other: what is gone has left what it leaves. */
  const isDone = async (...kinds: string[]) => {
    for (const kind of kinds) if ((await setup.waiting(kind)).length > 0) return false
    return true
  }
  /** Lets one worker die, and another one do what it left. */
  const survives = async (point: string, ...kinds: string[]) => {
    const signal = await worker({ FAULT_POINT: point }).dies()
    await leasesRunOut()
    const heir = worker()
    await until(() => isDone(...kinds))
    await heir.kill()
    return signal
  }

  test('loses no invitation, and sends none a third time, when its worker dies at {$self}')
    .with(POINTS)
    .run(async ({ assert }, point) => {
      const document = await setup.sends()
      await onlyWork('mail.invite')
      assert.equal(await survives(point, 'mail.invite'), 'SIGKILL')
      for (const { email } of document.signers) {
        const ids = host.to(email).map(({ parsed }) => parsed.messageId)
        assert.include([1, 2], ids.length)
        assert.equal(new Set(ids).size, 1)
      }
      assert.deepEqual(
        (await setup.mails()).map(({ status }) => status),
        ['sent', 'sent']
      )
    })

  test('marks a refused signer once when the worker dies in the unit that does', async ({
    assert,
  }) => {
    host.behaves({ atRecipient: () => ({ responseCode: 550, message: '5.1.1 Unknown' }) })
    const document = await setup.sends()
    await onlyWork('mail.invite')
    await survives('outbox.recorded', 'mail.invite')
    const now = await setup.found(document)
    assert.equal(now.failedEmails, 2)
    const entries = await setup.within(() => AuditTrail.read(document.id))
    assert.lengthOf(
      entries.filter(({ action }) => action === 'mail.bounced'),
      2
    )
  })

  test('notifies everybody of completion once, even if the worker dies while it stores the mails', async ({
    assert,
  }) => {
    const document = await setup.sends()
    for (const index of document.signers.keys()) await setup.signs(document, index)
    const seal = { sha256: 'a'.repeat(64), bytes: 1, pageCount: 2, level: 'B-B' as const }
    await setup.within(() => document.complete(seal))
    await onlyWork('mail.completed')
    await survives('outbox.recorded', 'mail.completed', 'mail.send')
    assert.lengthOf(host.received, 3)
    assert.equal(new Set(host.received.map(({ parsed }) => parsed.messageId)).size, 3)
  })

  test('tells owners once of what they should know, when its worker dies at {$self}')
    .with(['mail.answered', 'mail.notice.done', 'mail.notice_copy.done'])
    .run(async ({ assert }, point) => {
      await setup.within(() =>
        unit(() => Notice.leave('sender.domain_restored', { domain: 'acme.com' }))
      )
      await onlyWork('mail.notice')
      assert.equal(await survives(point, 'mail.notice', 'mail.notice_copy'), 'SIGKILL')
      const about = host.received.filter(({ parsed }) => parsed.text?.includes('acme.com'))
      const ids = about.map(({ parsed }) => parsed.messageId)
      assert.include([1, 2], ids.length)
      assert.equal(new Set(ids).size, 1, about.map(({ parsed }) => parsed.text).join('\n'))
    })

  test('takes a report in once, when the worker that takes it dies before it says so', async ({
    assert,
  }) => {
    const document = await setup.sends()
    await setup.does('mail.invite')
    const [mail] = await setup.mails()
    const to = await setup.within(() => bounceAddress(mail.messageId, 'bounce.example.test'))
    const port = await freePort()
    const place = { MAIL_BOUNCE_LISTEN: `lmtp://127.0.0.1:${port}` }
    const hands = () => handOver(port, to, deliveryReport({ to, recipient: mail.recipient }))
    const dying = await worker({ ...place, FAULT_POINT: 'mail.returned' }).isAtWork()
    await assert.rejects(hands)
    assert.equal(await dying.dies(), 'SIGKILL')
    const heir = await worker(place).isAtWork()
    await hands()
    await heir.kill()
    assert.equal((await setup.found(document)).failedEmails, 1)
    const entries = await setup.within(() => AuditTrail.read(document.id))
    assert.lengthOf(
      entries.filter(({ action }) => action === 'mail.bounced'),
      1
    )
  })
})

/** As a mail server does. */
async function handOver(port: number, to: string, raw: string): Promise<void> {
  const transport = new SMTPTransport({ host: '127.0.0.1', port, lmtp: true, ignoreTLS: true })
  await transport.send({ envelope: { from: '', to }, raw } as object as NodeMailerMessage)
}
