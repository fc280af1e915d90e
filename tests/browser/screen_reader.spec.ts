import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { fieldValues } from '#app/documents/field_values'
import { CurrentTenant } from '#app/tenancy/current_tenant'
import type Tenant from '#app/tenants/tenant'
import { ANA, BEN, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP } from '#tests/support/chromium'
import { ScreenReader } from '#tests/support/screen_reader'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'
import { until } from '#tests/support/until'

const FIELDS = [
  { type: 'text', options: { label: 'Position' } },
  { type: 'checkbox', options: { label: 'I have read the annex' } },
  { type: 'signature' },
] satisfies Pick<NonNullable<SignerInput['fields']>[number], 'type' | 'options'>[]

const SIGNER: SignerInput = {
  ...ANA,
  fields: FIELDS.map((field, at) => ({
    ...field,
    ...{
      page: 1,
      x: 60,
      y: 150 + at * 80,
      width: field.type === 'checkbox' ? 16 : 180,
      height: 24,
    },
  })),
}

test.group('Signing by the accessibility tree alone', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    return () => closeBrowser()
  })

  const inLive = <T>(work: () => Promise<T>) =>
    CurrentTenant.run({ tenant: acme.ref, environment: 'live' }, work)

  test('leads from the consent to the thanks, and reads the document out', async ({ assert }) => {
    const document = await inLive(() => makeDocument({ signers: [SIGNER, BEN] }))
    const link = await SigningLink.of(acme, document)
    const visitor = await SigningVisitor.arrive(link, { viewport: DESKTOP })
    const reader = await ScreenReader.of(visitor.page)
    const focus = async () => (await reader.focused())?.name

    await reader.find('heading', 'Ana Buyer, please sign a document')
    assert.include(await reader.words(), 'What you agree to')
    await reader.activate('checkbox', /^I agree to use electronic records/)
    await reader.activate('button', 'Continue to the document')

    await reader.find('heading', 'Contract of sale')
    await until(async () =>
      (await reader.words()).includes('A contract between the parties, page 1')
    )
    await reader.find('group', 'Page 1 of 1')
    await reader.find('button', 'Position: to fill in')
    await reader.find('form', 'Remaining steps')
    assert.equal((await reader.find('textbox', 'Position')).states.required, true)

    await reader.type('textbox', 'Position', 'Director')
    await reader.activate('button', 'I have read the annex: optional')
    await reader.find('StaticText', 'Step 2 of 3: I have read the annex')
    const box = await reader.find('checkbox', /^Tick this box\b.*I have read the annex$/)
    assert.equal(box.states.checked, 'true')

    await reader.activate('button', 'Next')
    await reader.find('StaticText', 'Step 3 of 3: Signature')
    await reader.activate('button', 'Sign here')
    await reader.find('dialog', 'Your signature')
    assert.equal(await focus(), 'Type it as it should appear')
    await reader.activate('button', 'Adopt and sign')
    await reader.find('button', 'Signature: filled in, Ana Buyer')
    assert.equal(await focus(), 'Check your entries')
    assert.include(await reader.words(), 'Director')
    await reader.find('button', 'Change: Position')
    assert.equal((await reader.find('progressbar', 'Completed steps')).value, '2')
    await reader.activate('button', 'Sign and finish')
    await reader.find('heading', 'Thank you, you have signed')

    const kept = await inLive(async () => fieldValues((await Document.whole(document.id))!))
    assert.sameMembers([...kept.values()].filter(Boolean), ['Director', true])
    assert.deepEqual(visitor.troubles, [])
    await visitor.leave()
  })

  test('says of boxes, choices and days what explains them, whether they are needed, and what is wrong', async ({
    assert,
  }) => {
    const place = (at: number) => ({ page: 1, x: 60, y: 150 + at * 60, width: 16, height: 16 })
    const required = true
    const fields: SignerInput['fields'] = [
      {
        ...{ type: 'checkbox', ...place(0) },
        options: { label: 'Terms', help: 'They are on page 4', required },
      },
      ...['By invoice', 'By debit'].map((choice, at) => ({
        ...{ type: 'radio' as const, ...place(1 + at) },
        options: { group: 'payment', label: 'Payment', help: 'Debit is cheaper', choice, required },
      })),
      {
        ...{ type: 'date', ...place(3), width: 90 },
        options: { label: 'Day', help: 'As in the letter' },
      },
    ]
    const document = await inLive(() => makeDocument({ signers: [{ ...ANA, fields }] }))
    const link = await SigningLink.of(acme, document)
    await link.consent()
    const visitor = await SigningVisitor.arrive(link, { viewport: DESKTOP })
    const reader = await ScreenReader.of(visitor.page)

    const box = await reader.find('checkbox', /Terms$/)
    assert.equal(box.description, 'They are on page 4')
    // Chromium tells its readers, but leaves it out of what it shows of the tree
    const ticked = visitor.page.getByRole('checkbox', { name: /Terms$/ })
    assert.equal(await ticked.getAttribute('required'), '')
    await reader.activate('button', 'Next')
    const refused = await reader.find('checkbox', /Terms$/)
    assert.equal(refused.states.invalid, 'true')
    assert.match(refused.description, /^.+ They are on page 4$/)

    await reader.activate('checkbox', /Terms$/)
    await reader.activate('button', 'Next')
    const payment = await reader.find('radiogroup', 'Payment')
    assert.equal(payment.description, 'Debit is cheaper')
    assert.equal(payment.states.required, true)
    await reader.activate('button', 'Next')
    const open = await reader.find('radiogroup', 'Payment')
    assert.equal(open.states.invalid, 'true')
    assert.match(open.description, /^.+ Debit is cheaper$/)

    await reader.activate('radio', 'By debit')
    assert.equal((await reader.find('radiogroup', 'Payment')).description, 'Debit is cheaper')
    await reader.activate('button', /^Day\b/)
    const day = await reader.find('Date', 'Day')
    assert.match(day.description, /^As in the letter .+/)
    assert.deepEqual(visitor.troubles, [])
    await visitor.leave()
  })
})
