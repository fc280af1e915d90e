import { test } from '@japa/runner'
import { Labels } from '#app/documents/labels/labels'
import type Tenant from '#app/tenants/tenant'
import { OLGA } from '#tests/factories/document_factory'
import { makeTenant } from '#tests/factories/tenant_factory'
import { inLive, Visitor } from '#tests/support/dashboard_visitor'

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }

test.group('Dashboard | language', (group) => {
  let acme: Tenant
  let olga: Visitor

  group.setup(async () => {
    acme = await makeTenant({ plan: 'business' })
    await inLive(acme, () => Labels.create({ name: 'Miete', color: 'blue' }, OLGA))
  })

  group.each.setup(async () => {
    olga = await Visitor.as(acme)
  })

  const choose = (language: string) => olga.post('/account/region', { timeZone: '', language })

  test('is what the browser asks for, until somebody has chosen one', async ({ assert }) => {
    const german = (await olga.get('/labels', GERMAN)).text
    assert.include(german, '<html lang="de" dir="ltr">')
    assert.include(german, 'Neues Label')
    assert.include(german, 'Einstellungen')
    const english = (await olga.get('/labels')).text
    assert.include(english, '<html lang="en" dir="ltr">')
    assert.include(english, 'New label')
    await choose('de')
    assert.include((await olga.get('/labels')).text, 'Neues Label')
  })

  test('is English for who has chosen a language that it does not speak', async ({ assert }) => {
    await choose('fr')
    assert.include((await olga.get('/labels', GERMAN)).text, 'New label')
  })

  test('is that of what a form answers, and of why something is refused', async ({ assert }) => {
    await choose('de')
    const unnamed = await olga.post('/labels', { name: '', color: 'red' })
    assert.equal(unnamed.status, 422)
    assert.include(unnamed.text, 'Geben Sie dem Label einen Namen.')
    const taken = await olga.post('/labels', { name: 'MIETE', color: 'red' })
    assert.include(taken.text, 'Ein anderes Label hat diesen Namen.')
    await olga.post('/labels', { name: 'Kauf', color: 'red' })
    assert.include((await olga.get('/labels')).text, 'Das Label Kauf ist angelegt.')
  })

  test('writes days and hours as that language does', async ({ assert }) => {
    await olga.post('/account/region', { timeZone: 'Europe/Berlin', language: 'de' })
    const page = (await olga.get('/account')).text
    assert.match(
      page,
      /<time datetime="\d{4}-\d\d-\d\dT[^"]+">\d\d\.\d\d\.\d{4}, \d\d:\d\d (?:MEZ|MESZ|GMT)/
    )
  })
})
