import { globSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

/** Sent twice, these do what they do once: why, by the address that they go to. All others carry `once`. */
const HARMLESS: Record<string, readonly string[]> = {
  'what is set is set already': [
    '/account/name',
    '/account/contacts/:id',
    '/labels/:id',
    '/views/:id',
    '/account/contacts/remembering',
    '/home/first-steps',
    '/account/region',
    '/account/mails',
    '/account/passkeys/:id',
    '/documents/:id/sharing',
    '/settings/brand',
    '/settings/brand/versions/:id/restore',
    '/settings/data/retention',
    '/settings/data/hold',
    '/settings/data/hold/lift',
    '/settings/domains/:id',
    '/settings/keys/:id',
    '/settings/members/:id/documents',
    '/settings/members/:id/role',
    '/settings/members/:id/enable',
    '/settings/members/:id/disable',
    '/settings/single-sign-on/:id',
    '/settings/single-sign-on/directory/groups',
    '/settings/single-sign-on/domains/check',
    '/settings/single-sign-on/domains/owners',
    '/settings/single-sign-on/enforcement',
    '/settings/single-sign-on/enforcement/lift',
    '/settings/single-sign-on/enforcement/owners',
    '/settings/single-sign-on/host',
    '/settings/single-sign-on/members',
    '/settings/single-sign-on/attributes',
    '/settings/single-sign-on/roles',
    '/settings/single-sign-on/provider',
    '/settings/single-sign-on/provider/fields',
    '/settings/single-sign-on/provider/url',
    '/settings/single-sign-on/certificates',
    '/settings/single-sign-on/setup-link/revoke',
    '/sso/setup/provider',
    '/settings/second-factor',
    '/settings/second-factor/lift',
    '/settings/seal/file',
    '/settings/seal/provider',
    '/settings/sender',
    '/settings/sender/server',
    '/settings/teams/:id',
    '/settings/teams/:id/members',
    '/settings/webhooks/:id',
    '/settings/webhooks/:id/pause',
    '/settings/webhooks/:id/enable',
    '/settings/webhooks/:id/secret/activate',
    '/templates/:id/archive',
    '/templates/:id/form?version=:id',
    '/templates/:id/form/off',
    '/templates/:id/restore',
    '/tenants/:id',
    '/tenants/prices',
    '/tenants/:id/suspend',
    '/tenants/:id/resume',
  ],
  'what ended has ended': [
    '/account/address/cancel',
    '/account/sessions/end',
    '/account/contacts/delete',
    '/account/passkeys/:id/remove',
    '/account/second-factor/remove',
    // an editor in a frame
    '/cancel',
    '/settings/single-sign-on/directory/tokens/revoke',
    '/documents/:id/erase',
    '/documents/:id/sharing/:id/remove',
    '/reset',
    '/settings/data/person',
    '/settings/domains/:id/remove',
    '/settings/handover/refuse',
    '/settings/integrations/:id/cut',
    '/settings/keys/:id/revoke',
    '/settings/members/:id/second-factor/remove',
    '/settings/seal/remove',
    '/settings/security/support/:id/end',
    '/settings/sender/domain/remove',
    '/settings/sender/server/remove',
    '/settings/sender/suppressions',
    '/settings/single-sign-on/certificates/:id/remove',
    '/settings/single-sign-on/domains/remove',
    '/settings/single-sign-on/attributes/forget',
    '/settings/teams/:id/members/:id/remove',
    '/tenants/:id/delete',
    '/tenants/:id/release',
  ],
  'the last one counts, and its answer is what is shown': [
    '/account/second-factor',
    '/account/second-factor/codes',
  ],
  'the first decides, and the second meets what it has become': [
    '/account/password',
    '/account/second-factor/set-up',
    '/departures',
    '/documents/:id/signers/:id',
    '/documents/:id/signers/:id/in-person',
    '/settings/domains',
    '/settings/single-sign-on/domains',
    '/settings/members/:id/ownership',
    '/settings/plan',
    '/settings/plan/:id',
    '/settings/sender/domain',
    '/tenants/:id/handover',
    '/tenants/:id/requests/:id',
    '/settings/sender/domain/rotate',
    '/settings/single-sign-on/key/:id',
    // a link that sets a password works once
    ':id',
  ],
  'it only looks, or shows': [
    '/documents/:id/signers/:id/link',
    '/login',
    '/login/code',
    '/login/emergency',
    '/settings/domains/:id/check',
    '/settings/seal/provider/credentials',
    '/settings/sender/domain/check',
    '/settings/single-sign-on/test',
    '/sso/setup/test',
    '/settings/webhooks/:id/deliveries/:id/signature',
  ],
  'they are counted, and few': [
    '/account/address/resend',
    '/forgot',
    '/settings/sender/server/test',
  ],
}

const FORM = /<form[^>]*method="post"[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g

/** Where forms without the guard go to. */
function unguarded(): string[] {
  const folder = app.makePath('resources/views/dashboard')
  const found = globSync('**/*.edge', { cwd: folder }).flatMap((file) => {
    const text = readFileSync(app.makePath('resources/views/dashboard', file), 'utf8')
    return [...text.matchAll(FORM)]
      .filter(([, , inside]) => !inside.includes('@!once()'))
      .map(([, action]) =>
        action.replace(/\{\{\s*base\s*\}\}/g, '').replace(/\{\{[^}]*\}\}/g, ':id')
      )
  })
  return [...new Set(found)].sort()
}

test.group('Dashboard | forms that are sent twice', () => {
  test('have the guard against it, or a reason why they need none', ({ assert }) => {
    assert.deepEqual(unguarded(), Object.values(HARMLESS).flat().sort())
  })
})
