import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import type { SignerInput } from '#app/documents/drafts/draft_input'
import { Vault } from '#app/documents/files/vault'
import type Tenant from '#app/tenants/tenant'
import { ANA, makeDocument } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { closeBrowser, DESKTOP, PHONE } from '#tests/support/chromium'
import { inLive } from '#tests/support/dashboard_visitor'
import { doWork } from '#tests/support/inline_work'
import { sign } from '#tests/support/signing_hand'
import { SigningLink } from '#tests/support/signing_link'
import { SigningVisitor } from '#tests/support/signing_visitor'

const DORA: SignerInput = { name: 'Dora Director', email: 'dora@example.test', role: 'approver' }
const CEM: SignerInput = { name: 'Cem Counsel', email: 'cem@example.test', role: 'copy' }

test.group('An approver in a browser', (group) => {
  let acme: Tenant

  group.setup(async () => {
    acme = await makeTenant({ name: 'Acme Industries' })
    return closeBrowser
  })

  const found = async (id: string) => (await inLive(acme, () => Document.whole(id)))!

  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    test(`reads, and approves with one button (${size})`, async ({ assert }) => {
      const document = await inLive(acme, () => makeDocument({ signers: [DORA, ANA] }))
      const dora = await SigningVisitor.arrive(await SigningLink.of(acme, document), { viewport })
      try {
        await dora.page.getByText('please approve a document').waitFor()
        await dora.shoot(`approver-consent-${size}`)
        await dora.agree()
        const approve = dora.page.getByRole('button', { name: 'Approve', exact: true })
        await approve.waitFor()
        assert.isFalse(await dora.page.getByRole('progressbar').isVisible())
        assert.deepEqual(await dora.barriers(), [])
        assert.equal(await dora.overflow(), 0)
        await dora.shoot(`approver-page-${size}`)
        await approve.click()
        await dora.page.getByRole('heading', { name: 'Thank you, you have approved' }).waitFor()
        assert.deepEqual(await dora.barriers(), [])
        await dora.shoot(`approver-done-${size}`)
        assert.equal((await found(document.id)).signers[0].status, 'signed')
      } finally {
        await dora.leave()
      }
    })

  test('and those who get a copy stand on the pages of the sealed file', async ({ assert }) => {
    const { id } = await inLive(acme, () => makeDocument({ signers: [DORA, ANA, CEM] }))
    const dora = await SigningVisitor.arrive(await SigningLink.of(acme, await found(id)))
    await dora.agree()
    await dora.page.getByRole('button', { name: 'Approve', exact: true }).click()
    await dora.page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await dora.leave()
    await sign(acme, id, ANA.email)
    await doWork(acme, 'seal')
    const sealed = await inLive(acme, async () => {
      const document = (await Document.whole(id))!
      return (await Vault.open(document)).read(document.sealedFile!)
    })
    const folder = process.env.SCREENSHOTS ?? '/tmp'
    await mkdir(folder, { recursive: true })
    const path = join(folder, 'approved.pdf')
    await writeFile(path, sealed)
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' })
    assert.include(text, 'Signers and approvers')
    assert.match(text, /Dora Director\s+Approved/)
    assert.include(text, '1, and 1 approver')
    assert.match(text, /Copies[\s\S]+Cem Counsel\s+cem@example\.test/)
  })
})
