import { nameText, string, valued, type Schema } from './attribute.js'

export const USER_SCHEMA: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'A member of the tenant',
  attributes: [
    nameText('userName', 'What the directory calls the user; unique in the tenant.', {
      isRequired: true,
      isUnique: true,
    }),
    {
      ...{ name: 'name', description: 'The parts of the name.', type: 'complex' },
      subAttributes: [
        nameText('formatted', 'The whole name.'),
        nameText('familyName', 'The family name.'),
        nameText('givenName', 'The given name.'),
        nameText('middleName', 'Names between these two.'),
        string('honorificPrefix', 'A title before the name.'),
        string('honorificSuffix', 'What follows the name.'),
      ],
    },
    nameText('displayName', 'The name that members see.'),
    nameText('nickName', 'A casual name.'),
    string('title', 'What the user does, such as “Counsel”.'),
    string('userType', 'The relation to the organization.'),
    string('preferredLanguage', 'The preferred language, as in Accept-Language.'),
    string('locale', 'The location, for dates and numbers.'),
    string('timezone', 'The time zone, by its IANA name.'),
    {
      ...{ name: 'active', type: 'boolean' },
      description: 'Whether the user can log in; false ends sessions and invitations.',
    },
    valued('emails', 'E-mail addresses; mails go to the primary one.'),
    valued('phoneNumbers', 'Phone numbers.'),
    {
      ...{ name: 'groups', type: 'complex', isMultiValued: true, isReadOnly: true },
      description: 'The groups the user is in; changed at the groups.',
      subAttributes: [
        string('value', 'The id of the group.', { isReadOnly: true }),
        {
          ...{ name: '$ref', description: 'The address of the group.', isReadOnly: true },
          ...{ type: 'reference', referenceTypes: ['Group'] },
        },
        string('display', 'The name of the group.', { isReadOnly: true }),
      ],
    },
  ],
}

export const ENTERPRISE_USER_SCHEMA: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'A user’s place in an organization',
  attributes: [
    string('employeeNumber', 'The number of the employee.'),
    string('costCenter', 'The cost center.'),
    string('organization', 'The organization.'),
    string('division', 'The division.'),
    string('department', 'The department.'),
  ],
}
