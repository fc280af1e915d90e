import { test } from '@japa/runner'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { spokenAmong } from '#app/documents/signers/role_phrases'
import { clock } from '#app/foundation/clock'
import { DAY_MS } from '#app/foundation/duration'
import { Phrasebook } from '#app/foundation/phrases/phrasebook'
import { subjectOf } from '#app/notifications/messages/subject'
import { ANA, OLGA } from '#tests/factories/document_factory'
import { MailSetup } from '#tests/support/mail_setup'
import { sign } from '#tests/support/signing_hand'
import { SmtpHost } from '#tests/support/smtp_host'

const DORA: SignerInput = { name: 'Dora Director', email: 'dora@example.test', role: 'approver' }

/** Beside the address of the link, which begins with it. */
const TO_SIGN = /\bsign (?:it|by|this|a|in)\b|to sign|signature/i

test.group('Mails | to an approver', (group) => {
  let host: SmtpHost
  let setup: MailSetup

  group.each.setup(async () => {
    host = await SmtpHost.open()
    host.takesOver()
    setup = await MailSetup.open({ name: 'Acme Estates' })
    return async () => {
      clock.restore()
      await host.close()
    }
  })

  test('invitation and reminder ask to approve, and those of signers to sign', async ({
    assert,
  }) => {
    const document = await setup.sends({ signers: [DORA, ANA] })
    await setup.does('mail.invite')
    clock.travel(2 * DAY_MS)
    await setup.within(() => document.remind(OLGA))
    await setup.does('mail.remind')
    const [invitation, reminder] = host.to(DORA.email)
    assert.equal(invitation.parsed.subject, 'Acme Estates asks you to approve “Contract of sale”')
    assert.include(invitation.parsed.text!, 'Review and approve')
    assert.notMatch(invitation.parsed.text!, TO_SIGN)
    assert.include(reminder.parsed.text!, 'A document is waiting for your approval')
    assert.notMatch(reminder.parsed.text!, TO_SIGN)
    assert.include(host.to(ANA.email)[0].parsed.text!, 'Review and sign')
  })

  test('the mail about the end says of nobody that they signed who approved', async ({
    assert,
  }) => {
    const document = await setup.sends({ signers: [DORA, ANA] })
    for (const { email } of [DORA, ANA]) await sign(setup.tenant, document.id, email)
    const seal = { sha256: 'a'.repeat(64), bytes: 1, pageCount: 2, level: 'B-B' as const }
    await setup.within(() => document.complete(seal))
    await setup.does('mail.completed')
    await setup.does('mail.send')
    for (const { email } of [DORA, ANA]) {
      const { parsed } = host.to(email).at(-1)!
      assert.equal(parsed.subject, '“Contract of sale” is complete')
      assert.include(parsed.text!, 'Everyone is done')
    }
  })

  test('mails about a document that failed, and about who is done, speak of approvals as well', async ({
    assert,
  }) => {
    const { t } = Phrasebook.in('en')
    const spoken = spokenAmong([{ role: 'signer' }, { role: 'approver' }], t)
    assert.equal(spoken('mails.signed_count', { signed: 1, total: 2 }), 'Done: 1 of 2.')
    const document = await setup.sends({ signers: [DORA, ANA] })
    clock.travel(31 * DAY_MS)
    await setup.within(() => document.expire())
    await setup.does('mail.ended')
    await setup.does('mail.send')
    const { text } = host.to(DORA.email).at(-1)!.parsed
    assert.include(text!.replace(/\s+/g, ' '), 'Not everyone signed or approved in time')
  })

  test('what members read tells an approval from a signature', ({ assert }) => {
    const told = { brand: 'Acme', title: 'Offer', name: 'Dora' }
    const phrases = Phrasebook.in('en')
    assert.equal(
      subjectOf('signed', { ...told, role: 'approver' }, phrases),
      'Dora approved “Offer”'
    )
    assert.equal(subjectOf('signed', { ...told, role: 'signer' }, phrases), 'Dora signed “Offer”')
  })
})
