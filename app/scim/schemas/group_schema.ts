import { nameText, string, type Schema } from './attribute.js'

export const GROUP_SCHEMA: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'Users who belong together; a group may give them a role',
  attributes: [
    nameText('displayName', 'The name of the group; unique in the tenant.', {
      isRequired: true,
      isUnique: true,
    }),
    {
      ...{ name: 'members', type: 'complex', isMultiValued: true },
      description: 'The users of the group.',
      subAttributes: [
        string('value', 'The id of the user.'),
        {
          ...{ name: '$ref', description: 'The address of the user.', isReadOnly: true },
          ...{ type: 'reference', referenceTypes: ['User'] },
        },
        string('display', 'The name of the user.', { isReadOnly: true }),
      ],
    },
  ],
}
