import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ERROR_CATALOGUE } from '#app/api/error_catalogue'
import { Refusal } from '#app/foundation/refusal'
import { statusOfClass, type RefusalClass } from '#app/front_door/answers/refusal_status'

/** What no operation of the API is refused with: these are met on pages and on the command line. */
const ELSEWHERE = [
  ...[
    'address_managed',
    'address_taken',
    'administrator_required',
    'archive_unreadable',
    'backup_refused',
    'changed_meanwhile',
    'check_too_soon',
    'consent_required',
    'delegation_refused',
  ],
  ...[
    'document_not_viewed',
    'document_voided',
    'access_code_required',
    'in_person_over',
    'too_many_questions',
    'email_domain_refused',
    'export_disturbed',
  ],
  ...['foreign_page', 'form_too_long', 'host_refused', 'identity_unproved', 'incident_resolved'],
  ...['invalid_filter', 'invalid_path'],
  ...['invalid_syntax'],
  ...['invalid_value', 'mutability', 'no_target', 'owner_protected', 'token_invalid'],
  ...['too_many_tokens', 'uniqueness', 'version_mismatch'],
  ...['key_ended', 'key_refused', 'key_widened', 'last_emergency_owner', 'last_operator'],
  ...[
    'last_owner',
    'link_used',
    'log_in_overtaken',
    'not_in_team',
    'team_not_empty',
    'single_sign_on_in_use',
  ],
  ...['single_sign_on_not_enforceable', 'single_sign_on_required'],
  ...['report_decided', 'template_in_use', 'template_not_archived'],
  ...[
    'own_address_refused',
    'own_factor_missing',
    'passkey_refused',
    'second_factor_required',
    'too_many_passkeys',
  ],
  ...[
    'member_exists',
    'member_removed',
    'migration_rewritten',
    'move_refused',
    'not_found',
    'operator_known',
  ],
  ...[
    'certificate_refused',
    'key_step_refused',
    'owners_only',
    'page_not_found',
    'parent_unknown',
    'picture_refused',
    'plan_not_chosen',
  ],
  ...['plan_request_decided', 'plan_unknown', 'porting_under_way', 'role_insufficient'],
  ...[
    'sender_not_ready',
    'signature_overtaken',
    'signer_out_of_turn',
    'signer_unknown',
    'signing_link_expired',
  ],
  ...['signing_paused', 'stored_file_missing', 'support_may_not', 'tenant_has_tenants'],
  ...['tenant_present', 'too_many_embed_origins', 'too_many_keys'],
  ...['document_access_insufficient', 'holder_refused', 'recipient_gone', 'team_limit_exceeded'],
  ...['view_limit_exceeded', 'view_name_taken', 'view_not_found'],
  ...['team_name_taken', 'team_not_found', 'too_many_shares', 'upload_superseded'],
]

const SURFACES = /^app\/(?:api|cli|dashboard|front_door|platform|scim|signer_pages|verification)\//
const CODE = /^[a-z]+(?:_[a-z]+)*$/

interface Known extends RefusalClass {
  name: string
  path: string
}

const read = (path: string) => readFileSync(app.makePath(path), 'utf8')
const sources = (...patterns: string[]) => globSync(patterns, { cwd: app.makePath() })

/** Every class that can be thrown: what a request was refused before says it in the name of another. */
async function refusals(): Promise<Known[]> {
  const files = sources('app/**/*.ts').filter((path) => /class \w+ extends/.test(read(path)))
  const found: Known[] = []
  for (const path of files.filter((file) => /Refus|Unreachable/.test(read(file)))) {
    const address = pathToFileURL(app.makePath(path.replace(/\.ts$/, '.js'))).href
    const exported: Record<string, unknown> = await import(address)
    for (const value of Object.values(exported)) {
      if (typeof value !== 'function' || !(value.prototype instanceof Refusal)) continue
      const { name, kind, code, status } = value as unknown as Known
      if (code !== undefined || Object.hasOwn(value, 'kind'))
        found.push({ name, kind, code, status, path })
    }
  }
  return found
}

test.group('The house | refusals', (group) => {
  let known: Known[]

  group.setup(async () => {
    known = await refusals()
  })

  test('have a kind, and a code of lower-case words', ({ assert }) => {
    assert.isAbove(known.length, 100)
    const odd = known.filter(({ kind, code }) => !kind || !CODE.test(code ?? ''))
    assert.deepEqual(
      odd.map(({ path }) => path).filter((path) => !path.endsWith('request_refusal.ts')),
      []
    )
  })

  test('stand in the catalogue of the API, unless they are met elsewhere alone', ({ assert }) => {
    const codes = new Set(known.map(({ code }) => code).filter((code) => code !== undefined))
    const listed = new Set<string>(ERROR_CATALOGUE.map(({ code }) => code))
    const unlisted = [...codes].filter((code) => !listed.has(code))
    assert.sameMembers(unlisted, ELSEWHERE)
  })

  test('of one code are of one status, the one that the catalogue says', ({ assert }) => {
    const statuses = new Map<string, number>(
      ERROR_CATALOGUE.map(({ code, status }) => [code, status])
    )
    const wrong = known.filter((refusal) => {
      const status = statusOfClass(refusal)
      return status !== (statuses.get(refusal.code) ?? status)
    })
    assert.deepEqual(wrong, [])
    for (const [code, alike] of Map.groupBy(known, (refusal) => refusal.code))
      if (code) assert.lengthOf(new Set(alike.map(statusOfClass)), 1, code)
  })

  test('know statuses of HTTP in surfaces alone', ({ assert }) => {
    const below = sources('app/*/**/*.ts').filter((path) => !SURFACES.test(path))
    const wrong = below.filter((path) =>
      /static (?:readonly )?status\b|RequestRefusal/.test(read(path))
    )
    assert.deepEqual(wrong, [])
  })
})
