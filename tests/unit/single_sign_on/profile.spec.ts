import { test } from '@japa/runner'
import type { AttributeMapping } from '#app/single_sign_on/attribute_mapping'
import { emailOf, nameOf } from '#app/single_sign_on/profile'
import { RoleRules, type RoleRule } from '#app/single_sign_on/role_rules'

const USUAL: AttributeMapping = {
  emailAttribute: null,
  nameAttribute: null,
  givenNameAttribute: null,
  familyNameAttribute: null,
  groupsAttribute: null,
}

const said = (attributes: Record<string, string[]>, nameId = 'n-1') => ({
  nameId,
  attributes: Object.entries(attributes).map(([name, values]) => ({
    ...{ name, friendlyName: null, values },
  })),
})

const WS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const MS = 'http://schemas.microsoft.com'

test.group('Profile of a provider', () => {
  test('is read from what each provider usually sends', ({ assert }) => {
    const senders: Record<string, Record<string, string[]>> = {
      okta: { email: ['a@x.com'], firstName: ['Ann'], lastName: ['Lee'] },
      entra: {
        [`${WS}/emailaddress`]: ['a@x.com'],
        [`${WS}/givenname`]: ['Ann'],
        [`${WS}/surname`]: ['Lee'],
      },
      onelogin: { 'User.email': ['a@x.com'], 'User.FirstName': ['Ann'], 'User.LastName': ['Lee'] },
      keycloak: {
        'urn:oid:1.2.840.113549.1.9.1': ['a@x.com'],
        'urn:oid:2.5.4.42': ['Ann'],
        'urn:oid:2.5.4.4': ['Lee'],
      },
      named: { mail: [' ', ' A@X.com '], displayName: ['Ann Lee'] },
    }
    for (const [name, attributes] of Object.entries(senders)) {
      assert.equal(emailOf(said(attributes), USUAL), 'a@x.com', name)
      assert.equal(nameOf(said(attributes), USUAL), 'Ann Lee', name)
    }
    assert.equal(emailOf(said({}, 'Ann@X.com'), USUAL), 'ann@x.com')
    assert.equal(nameOf(said({}, 'ann@x.com'), USUAL), 'ann')
  })

  test('is read from the attributes that a tenant names, and from no others', ({ assert }) => {
    const own = { ...USUAL, emailAttribute: 'Work', givenNameAttribute: 'First' }
    const both = { email: ['b@x.com'], work: ['a@x.com'], displayName: ['B'], first: ['Ann'] }
    assert.equal(emailOf(said(both), own), 'a@x.com')
    assert.equal(nameOf(said(both), own), 'Ann')
    assert.isNull(emailOf(said({ email: ['b@x.com'] }, 'c@x.com'), own))
  })
})

test.group('Rules of roles', () => {
  const terms = { ...USUAL, defaultRole: 'member' as const }
  const rules: RoleRule[] = [
    { attribute: null, value: 'Admins', role: 'admin' },
    { attribute: 'department', value: 'IT', role: 'developer' },
    { attribute: null, value: 'Everyone', role: 'member' },
  ]
  const roleOf = (attributes: Record<string, string[]>, some = rules) =>
    RoleRules.outcome(some, said(attributes), terms)

  test('take the first that fits, and the default where none does', ({ assert }) => {
    assert.deepEqual(roleOf({ groups: ['Everyone', 'Admins'] }), { role: 'admin', rule: 0 })
    assert.deepEqual(roleOf({ groups: ['Everyone'], Department: ['IT'] }), {
      ...{ role: 'developer', rule: 1 },
    })
    assert.deepEqual(roleOf({ [`${MS}/ws/2008/06/identity/claims/groups`]: [' Admins '] }), {
      ...{ role: 'admin', rule: 0 },
    })
    assert.deepEqual(roleOf({ memberOf: ['nobody'] }), { role: 'member', rule: null })
    assert.isNull(roleOf({ groups: ['Admins'] }, []))
  })

  test('compare letter by letter', ({ assert }) => {
    for (const value of ['admins', 'Admins ,x', 'Admin', 'xAdmins', 'Αdmins'])
      assert.deepEqual(roleOf({ groups: [value] }), { role: 'member', rule: null }, value)
  })

  test('make nobody an owner, whatever a row says', ({ assert }) => {
    const forged: RoleRule[] = [{ attribute: null, value: 'Boss', role: 'owner' }]
    assert.deepEqual(roleOf({ groups: ['Boss'] }, forged), { role: 'member', rule: null })
  })
})
