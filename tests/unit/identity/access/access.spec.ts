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
const own = { id: 'doc_own', createdBy: 'usr_me' }
const others = { id: 'doc_others', createdBy: 'usr_other' }

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
      test(`a ${role} in ${environment} has the rights of the role, and sees others’ documents by right alone`, ({
        assert,
      }) => {
        const principal = Principal.user(someone(role), environment)
        assert.sameMembers(rights(principal), [...rightsOf(role, environment)])
        assert.isTrue(principal.sees(own))
        assert.equal(principal.sees(others), principal.may('allDocuments'))
        assert.equal(principal.documentsOf, principal.may('allDocuments') ? null : 'usr_me')
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
    assert.isTrue(all.sees(others))
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
      assert.isTrue(principal.sees(others))
      assert.include(principal.actor(CLIENT), { id: 'opr_1', via: 'sup_1', ...CLIENT })
    }
    assert.isFalse(looking.may('documents'))
    assert.isTrue(changing.may('documents'))
  })

  test('a signer has no right in the account and sees one document', ({ assert }) => {
    const signer = Principal.signer({ id: 'sig_1', name: 'Ana', documentId: 'doc_own' })
    assert.isEmpty(rights(signer))
    assert.isTrue(signer.sees(own))
    assert.isFalse(signer.sees(others))
    assert.isFalse(signer.sees({ ...others, createdBy: 'sig_1' }))
    assert.deepEqual(signer.actor(), { type: 'signer', id: 'sig_1', name: 'Ana' })
  })
})

test.group('Roles', () => {
  test('give no role above the giver’s, and none that is not given any more', ({ assert }) => {
    const given = (giver: Role, has?: Role) => rolesGivenBy(giver, has).map(({ value }) => value)
    assert.deepEqual(given('owner'), ['owner', 'admin', 'developer', 'member'])
    assert.deepEqual(given('admin'), ['admin', 'developer', 'member'])
    assert.deepEqual(given('admin', 'viewer'), ['admin', 'developer', 'member', 'viewer'])
    assert.notInclude(given('admin', 'owner'), 'owner')
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
    assert.deepEqual(naming, ['app/identity/access/role.ts'])
    const views = globSync('resources/views/**/*.edge', { cwd: app.makePath() })
    for (const view of views)
      assert.notMatch(
        readFileSync(app.makePath(view), 'utf8'),
        /['"](?:developer|member|viewer)['"]/,
        view
      )
  })
})
