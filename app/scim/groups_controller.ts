import type { HttpContext } from '@adonisjs/core/http'
import InvalidValue from '#app/directory/errors/invalid_value'
import { GROUP_FIELDS, ListedGroups, type Group } from '#app/directory/group'
import { Groups, type GroupChange } from '#app/directory/groups'
import { answerResource } from './answer.js'
import { scimBody } from './body.js'
import { answerList } from './list_answer.js'
import { groupChangeOf, memberIds } from './patch/group_steps.js'
import { operationsOf } from './patch/operation.js'
import { attributesIn, EXTERNAL_ID } from './resources/attributes.js'
import { groupResource } from './resources/group_resource.js'
import { queryOf } from './query.js'
import { Selection } from './resources/selection.js'
import { requireVersion } from './resources/version.js'
import { GROUP_SCHEMA } from './schemas/group_schema.js'

const TERMS = { fields: GROUP_FIELDS, aliases: { members: 'members.value' } } as const
/** A group may have ten thousand. */
const MAX_WITH_MEMBERS = 20
const NAMES = [...GROUP_SCHEMA.attributes.filter(({ type }) => type === 'string'), EXTERNAL_ID]

export default class GroupsController {
  /** GET /scim/v2/Groups?filter=&startIndex=&count=&excludedAttributes=members */
  async index(ctx: HttpContext) {
    const { base } = ctx.directory
    const withMembers = wantsMembers(ctx)
    await answerList(ctx, {
      terms: TERMS,
      ...(withMembers && { max: MAX_WITH_MEMBERS }),
      read: async (criterion, page) => {
        const { total, groups } = await ListedGroups.page(criterion, { ...page, withMembers })
        return { total, resources: groups.map((group) => groupResource(group, base)) }
      },
    })
  }

  /** POST /scim/v2/Groups */
  async store(ctx: HttpContext) {
    ctx.directory.requireOpen()
    const sent = groupIn(await scimBody(ctx.request))
    const group = await Groups.create(sent, ctx.directory.actor)
    answerResource(ctx, groupResource(group, ctx.directory.base), 201)
  }

  /** GET /scim/v2/Groups/:id */
  async show(ctx: HttpContext) {
    const group = await ListedGroups.one(ctx.params.id, { withMembers: wantsMembers(ctx) })
    answerResource(ctx, groupResource(group, ctx.directory.base))
  }

  /** PUT /scim/v2/Groups/:id */
  async replace(ctx: HttpContext) {
    const { displayName, externalId, memberIds: ids } = groupIn(await scimBody(ctx.request))
    await change(ctx, { displayName, externalId, members: [{ kind: 'replace', ids }] })
  }

  /** PATCH /scim/v2/Groups/:id */
  async update(ctx: HttpContext) {
    await change(ctx, groupChangeOf(operationsOf(await scimBody(ctx.request))))
  }

  /** DELETE /scim/v2/Groups/:id */
  async destroy(ctx: HttpContext) {
    const { actor, base, requireOpen } = ctx.directory
    const tags = ctx.request.header('if-match')
    await Groups.remove(ctx.params.id, actor, {
      check: (current) => requireVersion(tags, groupResource(current, base).meta.version),
      requireOpen,
    })
    ctx.response.status(204).send(null)
  }
}

async function change(ctx: HttpContext, wanted: GroupChange): Promise<void> {
  const { actor, base, requireOpen } = ctx.directory
  const tags = ctx.request.header('if-match')
  const changed = await Groups.change(ctx.params.id, actor, {
    withMembers: wantsMembers(ctx),
    requireOpen,
    change: (current: Group) => {
      requireVersion(tags, groupResource(current, base).meta.version)
      return wanted
    },
  })
  answerResource(ctx, groupResource(changed, base))
}

function wantsMembers(ctx: HttpContext): boolean {
  return Selection.of(queryOf(ctx)).includes('members')
}

/** @throws InvalidValue */
function groupIn(body: Record<string, unknown>) {
  const { displayName, externalId } = attributesIn(NAMES, body)
  if (typeof displayName !== 'string') throw new InvalidValue('displayName is required')
  const members = Object.entries(body).find(([name]) => name.toLowerCase() === 'members')?.[1]
  return {
    displayName,
    externalId: typeof externalId === 'string' ? externalId : null,
    memberIds: memberIds(members),
  }
}
