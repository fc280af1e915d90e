import type { HttpContext } from '@adonisjs/core/http'
import { ListedPeople, PERSON_FIELDS } from '#app/directory/listed_person'
import { People } from '#app/directory/people'
import { answerResource } from './answer.js'
import { scimBody } from './body.js'
import { answerList } from './list_answer.js'
import { operationsOf } from './patch/operation.js'
import { patched } from './patch/patched.js'
import { attributesOf, personIn, personOf, USER_ATTRIBUTES } from './resources/user_attributes.js'
import { userResource } from './resources/user_resource.js'
import { requireVersion } from './resources/version.js'
import type { ListedPerson } from '#app/directory/listed_person'
import type { Person } from '#app/directory/person'

const TERMS = {
  fields: PERSON_FIELDS,
  aliases: { 'emails': 'emails.value', 'name.formatted': 'displayName' },
} as const

export default class UsersController {
  /** GET /scim/v2/Users?filter=&startIndex=&count= */
  async index(ctx: HttpContext) {
    const { base } = ctx.directory
    await answerList(ctx, {
      terms: TERMS,
      read: async (criterion, page) => {
        const { total, people } = await ListedPeople.page(criterion, page)
        return { total, resources: people.map((person) => userResource(person, base)) }
      },
    })
  }

  /** POST /scim/v2/Users */
  async store(ctx: HttpContext) {
    ctx.directory.requireOpen()
    const person = personIn(await scimBody(ctx.request), { isActive: true })
    const made = await People.create(person, ctx.directory.actor)
    answerResource(ctx, userResource(made, ctx.directory.base), 201)
  }

  /** GET /scim/v2/Users/:id */
  async show(ctx: HttpContext) {
    const person = await ListedPeople.one(ctx.params.id)
    answerResource(ctx, userResource(person, ctx.directory.base))
  }

  /** PUT /scim/v2/Users/:id: what is left out is unassigned, but whether somebody is active. */
  async replace(ctx: HttpContext) {
    const body = await scimBody(ctx.request)
    await change(ctx, (current) => personIn(body, current))
  }

  /** PATCH /scim/v2/Users/:id */
  async update(ctx: HttpContext) {
    const operations = operationsOf(await scimBody(ctx.request))
    await change(ctx, (current) =>
      personOf(patched(USER_ATTRIBUTES, attributesOf(current), operations), current)
    )
  }

  /** DELETE /scim/v2/Users/:id: for good; deactivation is a PATCH. */
  async destroy(ctx: HttpContext) {
    const { actor, base } = ctx.directory
    const tags = ctx.request.header('if-match')
    await People.remove(ctx.params.id, actor, (current) =>
      requireVersion(tags, userResource(current, base).meta.version)
    )
    ctx.response.status(204).send(null)
  }
}

async function change(ctx: HttpContext, next: (current: ListedPerson) => Person): Promise<void> {
  const { actor, base } = ctx.directory
  const tags = ctx.request.header('if-match')
  const changed = await People.change(ctx.params.id, actor, (current) => {
    requireVersion(tags, userResource(current, base).meta.version)
    const wanted = next(current)
    // providers send the whole person along with a deactivation
    if (wanted.isActive) ctx.directory.requireOpen()
    return wanted
  })
  answerResource(ctx, userResource(changed, base))
}
