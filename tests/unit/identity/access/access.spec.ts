import { globSync, readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { TYPES_FILE } from '../../../../bin/tables/table_types.js'
import app from '@adonisjs/core/services/app'
import { ENVIRONMENTS } from '#app/foundation/environment'
import { Principal } from '#app/identity/access/principal'
import { RIGHTS, type Right } from '#app/identity/access/right'
import { rightsOf, rolesGivenBy, ROLES, type Role } from '#app/identity/access/role'
import { SCOPES } from '#app/identity/access/scope'

const CLIENT = { ipAddress: '192.0.2.7', userAgent: 'Tests/1.0' }
/** Programs name the members of a form by `member`, which is no role. */
const PROPERTY_MEMBER = 'app/templates/forms/form_plan.ts'
const TEAMS = ['tea_legal', 'tea_sales']

const rights = (principal: Principal) => RIGHTS.filter((right) => principal.may(right))
const someone = (role: Role) => ({ id: 'usr_me', name: 'Me', role })
const support = (mayWrite: boolean) => ({
  mayWrite,
  operatorId: 'opr_1',
  actor: () => ({ type: 'user' as const, id: 'opr_1', name: 'Pat (support)', via: 'sup_1' }),
})

test.group('Principal', () => {
  for (const role of ROLES)
    for (const environment of ENVIRONMENTS)
      test(`a ${role} in ${environment} has the rights of the role, and sees by right alone more than their own, their teams’ and what is shared`, ({
        assert,
      }) => {
        const principal = Principal.user(someone(role), environment, TEAMS)
        assert.sameMembers(rights(principal), [...rightsOf(role, environment)])
        const audience = principal.may('allDocuments') ? null : ['usr_me', ...TEAMS]
        assert.deepEqual(principal.documentsOf, audience)
        assert.deepEqual(principal.actor(CLIENT), {
          type: 'user',
          id: 'usr_me',
          name: 'Me',
          ...CLIENT,
        })
      })

  test('a key may what its scopes took, sees the account’s documents, and acts for its maker', ({
    assert,
  }) => {
    const key = { id: 'key_1', createdBy: 'usr_me', creatorName: 'Me' }
    const reader = Principal.key({ ...key, scopes: ['usage:read'] })
    assert.deepEqual(rights(reader), ['usage'])
    const all = Principal.key({ ...key, scopes: SCOPES })
    for (const never of ['members', 'plan', 'keys', 'visits'] as Right[])
      assert.isFalse(all.may(never), never)
    assert.isNull(all.documentsOf)
    const actor = { type: 'user', id: 'usr_me', name: 'Me', via: 'key_1', ...CLIENT }
    assert.deepEqual(all.actor(CLIENT), actor)
  })

  test('an operator on a visit looks as an administrator does, changes what was allowed, and is named with the visit', ({
    assert,
  }) => {
    const looking = Principal.support(support(false), 'live')
    const changing = Principal.support(support(true), 'live')
    for (const principal of [looking, changing]) {
      for (const never of ['data', 'plan', 'visits', 'tenants', 'mailbox', 'signers'] as Right[])
        assert.isFalse(principal.may(never), never)
      assert.isNull(principal.documentsOf)
      assert.include(principal.actor(CLIENT), { id: 'opr_1', via: 'sup_1', ...CLIENT })
    }
    assert.isFalse(looking.may('documents'))
    assert.isTrue(changing.may('documents'))
  })

  test('a signer has no right in the account and finds no document there', ({ assert }) => {
    const signer = Principal.signer({ id: 'sig_1', name: 'Ana' })
    assert.isEmpty(rights(signer))
    assert.isEmpty(signer.documentsOf)
    assert.deepEqual(signer.actor(), { type: 'signer', id: 'sig_1', name: 'Ana' })
  })
})

test.group('Roles', () => {
  test('are given by everybody who gives any, but that of an owner by owners alone', ({
    assert,
  }) => {
    assert.deepEqual(rolesGivenBy('owner'), ['owner', 'admin', 'developer', 'member', 'viewer'])
    assert.deepEqual(rolesGivenBy('admin'), ['admin', 'developer', 'member', 'viewer'])
  })

  // the proof of isolation has its own list, written by hand, so that a right lost here is not lost there; types of tables are made from the SQL
  test('are a matter of one file and a step of SQL: nothing else of the application names one', ({
    assert,
  }) => {
    const files = globSync('app/**/*.ts', { cwd: app.makePath() }).filter(
      (file) => !/^app\/isolation\//.test(file) && file !== TYPES_FILE
    )
    const naming = files.filter((file) =>
      /(['"`])(?:developer|member|viewer)\1/.test(readFileSync(app.makePath(file), 'utf8'))
    )
    assert.sameMembers(naming, ['app/identity/access/role.ts', PROPERTY_MEMBER])
    const views = globSync('resources/views/**/*.edge', { cwd: app.makePath() })
    for (const view of views)
      assert.notMatch(
        readFileSync(app.makePath(view), 'utf8'),
        /['"](?:developer|member|viewer)['"]/,
        view
      )
  })
})
