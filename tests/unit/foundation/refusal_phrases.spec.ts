import { readFileSync } from 'node:fs'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'
import { refusalIn } from '#app/foundation/phrases/refusal_phrases'
import FeatureNotInPlan from '#app/tenants/errors/feature_not_in_plan'
import HostRefused from '#app/tenants/errors/host_refused'
import NewAccountLimit from '#app/tenants/errors/new_account_limit'
import QuotaExceeded from '#app/tenants/errors/quota_exceeded'
import SlugTaken from '#app/tenants/errors/slug_taken'
import TenantStateConflict from '#app/tenants/errors/tenant_state_conflict'
import { FEATURE_WORDS, type Feature } from '#app/tenants/plans/entitlements'
import TooManyReplays from '#app/webhooks/errors/too_many_replays'
import UnknownEvent from '#app/webhooks/errors/unknown_event'

const GERMAN = DashboardPhrasebook.speaking('de')
const ENGLISH = DashboardPhrasebook.speaking('en')
const FREE = { key: 'free', name: 'Free' }

const phrases = Object.keys(
  JSON.parse(readFileSync(app.makePath('resources/lang/dashboard/refusals.de.json'), 'utf8'))
)

/** The forms that a class has German phrases for. */
function formsOf<Form extends string>(key: string): Form[] {
  return phrases
    .filter((phrase) => phrase.startsWith(`${key}.`))
    .map((phrase) => phrase.slice(key.length + 1) as Form)
}

test.group('Phrases of refusals', () => {
  test('say in German which of its messages a refusal has', ({ assert }) => {
    const refusals = [
      ...formsOf<ConstructorParameters<typeof HostRefused>[0]>('host_refused').map(
        (reason) => new HostRefused(reason)
      ),
      ...formsOf<ConstructorParameters<typeof UrlForbidden>[0]>('url_forbidden').map(
        (reason) => new UrlForbidden(reason)
      ),
      ...formsOf<ConstructorParameters<typeof UrlUnreachable>[0]>('url_unreachable').map(
        (reason) => new UrlUnreachable(reason)
      ),
      ...formsOf<ConstructorParameters<typeof TenantStateConflict>[0]>('tenant_state_conflict').map(
        (why) => new TenantStateConflict(why, 'ready')
      ),
    ]
    const said = refusals.map((refusal) => refusalIn(GERMAN, refusal))
    assert.lengthOf(new Set(said), 16 + 6 + 7 + 3)
    for (const [index, refusal] of refusals.entries())
      assert.notEqual(said[index], refusalIn(ENGLISH, refusal))
  })

  test('name in German what a message names', ({ assert }) => {
    const quota = { plan: FREE, limit: 1_000, used: 999, needed: 2, resetsAt: new Date(0) }
    const said = [
      new QuotaExceeded({ name: 'signatures', ...quota }),
      new SlugTaken('initech'),
      new NewAccountLimit(50, 1_000),
      new TooManyReplays(5_000),
      new UnknownEvent([{ pattern: 'document.eaten', path: ['events', 0] }]),
      new UrlUnreachable('connect', Object.assign(new Error(), { code: 'ECONNREFUSED' })),
      new UrlUnreachable('timeout'),
    ].map((refusal) => refusalIn(GERMAN, refusal))
    assert.match(said[0], /Free erlaubt 1\.000 Unterschriften .* 999 sind .* 2 gebraucht/)
    assert.match(said[1], /initech/)
    assert.match(said[2], /höchstens 50 Dokumente/)
    assert.match(said[3], /höchstens 5\.000 Zustellungen/)
    assert.match(said[4], /document\.eaten/)
    assert.match(said[5], /zustande \(ECONNREFUSED\)\.$/)
    assert.match(said[6], /Antwort\.$/)
  })

  test('have German words for every feature that a plan may lack', ({ assert }) => {
    const words = Object.keys(FEATURE_WORDS).map((feature) =>
      refusalIn(GERMAN, new FeatureNotInPlan(FREE, feature as Feature))
    )
    assert.lengthOf(new Set(words), words.length)
    assert.isFalse(words.some((sentence) => sentence.includes('diese Funktion')))
  })
})
