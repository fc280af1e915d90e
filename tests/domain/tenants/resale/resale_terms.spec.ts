import { test } from '@japa/runner'
import { PlatformTrail } from '#app/audit/platform_trail'
import { ResaleOffers } from '#app/tenants/resale/resale_offer'
import { makeReseller } from '#tests/factories/reseller_factory'
import { aceProcess } from '#tests/support/node_process'

test.group('reseller:terms', () => {
  test('sets what a reseller pays and may sell, writes it into the platform’s trail and prints it', async ({
    assert,
  }) => {
    const { id, slug } = await makeReseller()
    const priced = await aceProcess(['reseller:terms', slug, '--plan=pro', '--wholesale=3000'])
    assert.include(priced.output, 'pro  pays 3000  charges 4900  offered')
    const closed = await aceProcess(['reseller:terms', slug, '--plan=pro', '--no-allowed'])
    assert.notInclude(closed.output, 'pro  ')
    const offers = await ResaleOffers.of(id)
    assert.deepEqual(
      offers.map(({ plan }) => plan),
      ['free', 'starter', 'business']
    )
    const entries = await PlatformTrail.read({ limit: 2 })
    for (const { action, body } of entries) {
      assert.equal(action, 'reseller.terms_agreed')
      assert.equal(body.details.tenantId, id)
    }
    await ResaleOffers.agree(id, { plan: 'pro', isAllowed: true })
    const pro = (await ResaleOffers.of(id)).find(({ plan }) => plan === 'pro')
    assert.equal(pro?.wholesaleCents, 3_000)
  })

  test('refuses a plan that there is not', async ({ assert }) => {
    const { slug } = await makeReseller()
    const { output } = await aceProcess(['reseller:terms', slug, '--plan=gold'])
    assert.include(output, 'There is no plan gold')
  })
})
