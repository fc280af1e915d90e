import { FormData } from 'undici'
import { test } from '@japa/runner'
import Document from '#app/documents/document'
import { LIMITS } from '#app/documents/limits'
import { Template } from '#app/templates/template'
import type Tenant from '#app/tenants/tenant'
import { makePdf } from '#tests/factories/pdf_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

test.group('Dashboard | as many rows as a form may have', (group) => {
  let acme: Tenant
  let olga: Visitor
  let pdf: Uint8Array

  group.setup(async () => {
    acme = await makeTenant({ plan: 'enterprise' })
    olga = await Visitor.as(acme)
    pdf = await makePdf()
  })

  const namesIn = (html: string) => [...html.matchAll(/name="([^"]+)"/g)].map(([, name]) => name)

  /** All that a browser sends of the page, with every row filled in. */
  function filledRows(page: string): FormData {
    const form = new FormData()
    for (const [, name, value] of page.matchAll(/name="(once|version|known)" value="([^"]+)"/g))
      form.set(name, value)
    form.set('title', 'Minutes')
    form.set('file', new Blob([Buffer.from(pdf)]), 'minutes.pdf')
    const row = /<template>\s*(<div class="signer-row"[^]*?)<\/template>/.exec(page)?.[1] ?? ''
    for (let index = 0; index < LIMITS.signers; index++)
      for (const name of new Set(namesIn(row))) {
        const [, part] = /\[(\w+)\]$/.exec(name)!
        const known: Record<string, string> = {
          name: `Signer ${index}`,
          email: `signer${index}@example.test`,
          role: 'signer',
        }
        form.set(name.replace('__INDEX__', String(index)), known[part] ?? '')
      }
    return form
  }

  test('takes a document of fifty signers with all that is asked of each, and saves it again', async ({
    assert,
  }) => {
    const form = filledRows((await olga.get('/documents/new')).text)
    assert.isAbove([...form.keys()].length, 500)
    const made = await olga.upload('/documents', form)
    assert.equal(made.status, 303, made.text)
    const path = String(made.headers.location)
    const id = path.split('/').at(-1)!
    const page = (await olga.get(`${path}/edit`)).text
    const saved = await olga.upload(path, filledRows(page))
    assert.equal(saved.status, 303, saved.text)
    const draft = await inLive(acme, () => Document.whole(id))
    assert.lengthOf(draft!.signers, LIMITS.signers)
  })

  test('takes a template of fifty roles, and saves it again', async ({ assert }) => {
    const form = filledRows((await olga.get('/templates/new')).text)
    const made = await olga.upload('/templates', form)
    assert.equal(made.status, 303, made.text)
    const path = new URL(String(made.headers.location), 'http://x').pathname
    const id = /tpl_\w+/.exec(path)![0]
    const page = (await olga.get(`/templates/${id}/edit`)).text
    const saved = await olga.upload(`/templates/${id}`, filledRows(page))
    assert.equal(saved.status, 303, saved.text)
    const template = await inLive(acme, () => Template.find(id))
    assert.lengthOf(template!.content.roles, LIMITS.signers)
  })
})
