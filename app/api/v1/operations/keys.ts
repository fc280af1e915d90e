import type { Resource } from './operation.js'
import { KEY_ANSWER, KEY_REVOKED } from '../schemas/key.js'

const Keys = () => import('../keys/keys_controller.js')

const keys: Resource = {
  title: 'Keys',
  description: 'The key that a request carries. New ones are made in the dashboard.',
  operations: [
    {
      name: 'keys.current.show',
      method: 'GET',
      path: 'keys/current',
      handler: [Keys, 'show'],
      scope: 'any',
      summary: 'Read the key in use',
      answers: { 200: { description: 'The key.', schema: KEY_ANSWER } },
    },
    {
      name: 'keys.current.destroy',
      method: 'DELETE',
      path: 'keys/current',
      handler: [Keys, 'destroy'],
      scope: 'any',
      summary: 'Revoke the key in use',
      description: 'From the next request on it is refused.',
      answers: { 200: { description: 'It is revoked.', schema: KEY_REVOKED } },
    },
  ],
}

export default keys
