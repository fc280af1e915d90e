import { test } from '@japa/runner'
import { faultsOf } from '#app/brand/brand_rules'
import { NOTHING_CHOSEN } from '#app/brand/brand_values'

test.group('Brand | rules', () => {
  test('take one address for help, as every other form does', ({ assert }) => {
    const refused = (supportEmail: string) =>
      faultsOf({ ...NOTHING_CHOSEN, supportEmail }).map(({ key }) => key)
    assert.deepEqual(refused('help@example.com'), [])
    for (const text of ['help@example.com,eve@example.com', 'help;eve@example.com', 'help@-a.com'])
      assert.deepEqual(refused(text), ['supportEmail'], text)
  })

  test('take no address with what a browser leaves out of it or no column stores', ({ assert }) => {
    const refused = (imprintUrl: string) =>
      faultsOf({ ...NOTHING_CHOSEN, imprintUrl }).map(({ key }) => key)
    assert.deepEqual(refused('https://acme.example/imprint'), [])
    for (const odd of ['\u0000', '\ud800', '\t', '\n', '\u202e'])
      assert.deepEqual(
        refused(`https://acme.example/a${odd}b`),
        ['imprintUrl'],
        encodeURI(odd.toWellFormed())
      )
  })
})
