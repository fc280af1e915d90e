import type { Resource } from './operation.js'
import { KEY_ANSWER, KEY_REVOKED } from '../schemas/key.js'

const Keys = () => import('../keys/keys_controller.js')

const keys: Resource = {
  title: 'Keys',
  description: 'The key used in the request. Create new keys in the dashboard.',
  operations: [
    {
      name: 'keys.current.show',
      operationId: 'getCurrentKey',
      method: 'GET',
      path: 'keys/current',
      handler: [Keys, 'show'],
      scope: 'any',
      summary: 'Read the key in use',
      answers: { 200: { description: 'The key.', schema: KEY_ANSWER } },
    },
    {
      name: 'keys.current.destroy',
      operationId: 'revokeCurrentKey',
      method: 'DELETE',
      path: 'keys/current',
      handler: [Keys, 'destroy'],
      scope: 'any',
      keepsNoAnswer: true,
      summary: 'Revoke the key in use',
      description: 'The key is refused from the next request on.',
      answers: { 200: { description: 'It has been revoked.', schema: KEY_REVOKED } },
    },
  ],
}

export default keys
