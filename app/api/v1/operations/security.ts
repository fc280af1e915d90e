import type { Resource } from './operation.js'
import { SECURITY_EVENT_LIST } from '../schemas/security_event.js'
import { securityEventsQuery } from '../validators/security_validator.js'

const SecurityEvents = () => import('../security/security_events_controller.js')

const security: Resource = {
  title: 'Security log',
  description:
    'Who logged in or failed to, and who changed members, keys, single sign-on, domains and everything else of the account. For a SIEM, with live keys.',
  operations: [
    {
      name: 'security.events',
      operationId: 'listSecurityEvents',
      method: 'GET',
      path: 'security/events',
      handler: [SecurityEvents, 'index'],
      scope: 'security:read',
      summary: 'List security events',
      description:
        'Filters combine with AND. The last page has a `nextCursor` too: use it later, with the same filters, to get what has happened since. The order is that of the log, so no event appears before a cursor that you already have. With `format=ocsf` or `Accept: application/jsonl` you get one line of JSON per event, in the terms of OCSF 1.3, and the address of the next page in the header `Link`.',
      query: securityEventsQuery,
      answers: {
        200: {
          description: 'Security events, oldest first.',
          schema: SECURITY_EVENT_LIST,
          types: ['application/jsonl'],
        },
      },
      errors: ['live_key_required'],
    },
  ],
}

export default security
