import { test } from '@japa/runner'
import { Mailbox } from '#app/notifications/mailbox'
import { SmtpHost } from '#tests/support/smtp_host'
import { MailSetup } from '#tests/support/mail_setup'
import { emptyOutbox } from '#tests/support/outbox_view'
import { until } from '#tests/support/until'
import { WorkerProcess } from '#tests/support/worker_process'

/** Two times 5 seconds, and a worker that starts beside whatever else the machine does. */
const PATIENCE_MS = 300_000

test.group('The sandbox with a worker', () => {
  test('takes a document of two test signers to its seal by itself, and sends no mail', async ({
    assert,
    cleanup,
  }) => {
    await emptyOutbox()
    const host = await SmtpHost.open()
    const worker = WorkerProcess.start({ SMTP_PORT: String(host.port), TIME_SCALE: '1' })
    cleanup(async () => {
      await worker.kill()
      await host.close()
    })
    const setup = await MailSetup.open({ environment: 'test' })
    const signers = ['signer', 'signer+second'].map((name, index) => ({
      name: 'Sam Sandbox',
      email: `${name}@sandbox.test`,
      order: index + 1,
    }))
    const document = await setup.sends({ signers })
    await until(async () => (await setup.found(document)).status === 'completed', PATIENCE_MS)
    const { signers: signed, sealedSha256 } = await setup.found(document)
    assert.isNotNull(sealedSha256)
    const waited = signed.map(({ sentAt, signedAt }) => signedAt!.getTime() - sentAt!.getTime())
    for (const ms of waited) assert.isAtLeast(ms, 4_900)
    const mails = () => setup.within(() => Mailbox.list())
    await until(async () => (await mails()).filter(({ kind }) => kind === 'completed').length === 3)
    assert.lengthOf(
      (await mails()).filter(({ kind }) => kind === 'invitation'),
      2
    )
    const theirs = [...signers, await setup.owner()].map(({ email }) => email)
    const mailed = host.received.flatMap(({ envelope }) => envelope.to)
    assert.isEmpty(mailed.filter((address) => theirs.includes(address)))
  }).timeout(360_000)
})
