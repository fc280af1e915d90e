import type { HttpContext } from '@adonisjs/core/http'
import { answerJson } from './answer.js'
import NothingHere from './errors/nothing_here.js'
import { listAnswer, MAX_COUNT } from './list_answer.js'
import { described } from './schemas/described.js'
import { GROUP_SCHEMA } from './schemas/group_schema.js'
import { ENTERPRISE_USER_SCHEMA, USER_SCHEMA } from './schemas/user_schema.js'

const SCHEMAS = [USER_SCHEMA, ENTERPRISE_USER_SCHEMA, GROUP_SCHEMA]
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'

const TYPES = [
  {
    ...{ id: 'User', name: 'User', endpoint: '/Users', schema: USER_SCHEMA.id },
    description: USER_SCHEMA.description,
    schemaExtensions: [{ schema: ENTERPRISE_USER_SCHEMA.id, required: false }],
  },
  {
    ...{ id: 'Group', name: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA.id },
    description: GROUP_SCHEMA.description,
  },
]

/** What the service can do (RFC 7644, 4). */
export default class DiscoveryController {
  /** GET /scim/v2/ServiceProviderConfig */
  async config(ctx: HttpContext) {
    answerJson(ctx, {
      schemas: [CONFIG],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MAX_COUNT },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: true },
      authenticationSchemes: [
        {
          ...{ type: 'oauthbearertoken', name: 'Bearer token', primary: true },
          description: 'A token from Settings, in the Authorization header',
          specUri: 'https://www.rfc-editor.org/info/rfc6750',
        },
      ],
      meta: {
        resourceType: 'ServiceProviderConfig',
        location: `${ctx.directory.base}/ServiceProviderConfig`,
      },
    })
  }

  /** GET /scim/v2/ResourceTypes */
  async types(ctx: HttpContext) {
    const types = TYPES.map((type) => typed(type, ctx))
    answerJson(ctx, listAnswer(types.length, 1, types))
  }

  /** GET /scim/v2/ResourceTypes/:id */
  async type(ctx: HttpContext) {
    const type = TYPES.find(({ id }) => id === ctx.params.id)
    if (!type) throw new NothingHere()
    answerJson(ctx, typed(type, ctx))
  }

  /** GET /scim/v2/Schemas */
  async schemas(ctx: HttpContext) {
    const all = SCHEMAS.map((schema) => described(schema, ctx.directory.base))
    answerJson(ctx, listAnswer(all.length, 1, all))
  }

  /** GET /scim/v2/Schemas/:id */
  async schema(ctx: HttpContext) {
    const schema = SCHEMAS.find(({ id }) => id === ctx.params.id)
    if (!schema) throw new NothingHere()
    answerJson(ctx, described(schema, ctx.directory.base))
  }

  /** Any other address below /scim/v2. */
  async none() {
    throw new NothingHere()
  }
}

function typed(type: (typeof TYPES)[number], { directory }: HttpContext) {
  const location = `${directory.base}/ResourceTypes/${type.id}`
  return { schemas: [RESOURCE_TYPE], ...type, meta: { resourceType: 'ResourceType', location } }
}
