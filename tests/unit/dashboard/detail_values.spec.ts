import { test } from '@japa/runner'
import { detailIn } from '#app/dashboard/security/detail_values'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

const GERMAN = DashboardPhrasebook.speaking('de')
const said = (name: string, value: unknown) => {
  const detail = detailIn(name, value, GERMAN)
  return `${detail.name}: ${detail.value}`
}

test.group('Details of the security log', () => {
  test('say in German what we have words for', ({ assert }) => {
    assert.equal(said('from', 'admin'), 'Von: Administrator')
    assert.equal(said('environment', 'test'), 'Umgebung: Sandbox')
    assert.match(said('changed', 'logo, linkColor'), /: Logo, Linkfarbe$/)
    assert.match(said('events', ['*']), /: Alle$/)
    assert.equal(said('includeValues', true), 'Mit Werten: ja')
    assert.match(said('changes', ['scopes', 'expiresAt']), /: Berechtigungen, Ablauf$/)
  })

  test('leave what people wrote, and ids, as they are', ({ assert }) => {
    assert.match(said('name', 'live'), /: live$/)
    assert.match(said('url', 'https://example.test/'), /: https:\/\/example\.test\/$/)
    assert.match(said('from', 'usr_1'), /: usr_1$/)
  })

  test('tell what is inside of something by its name', ({ assert }) => {
    assert.equal(said('after', { role: 'owner', days: 3 }), 'Nachher: Rolle: Inhaber, Tage: 3')
  })
})
