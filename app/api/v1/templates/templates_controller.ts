import type { HttpContext } from '@adonisjs/core/http'
import { AcceptedPdf } from '#app/documents/files/accepted_pdf'
import { isIdentifier } from '#app/foundation/identifier'
import { namedTeams } from '#app/identity/teams/named_teams'
import type { TeamName } from '#app/identity/teams/team'
import { Template } from '#app/templates/template'
import { inputOf } from '#app/templates/template_content'
import { TemplateFiles } from '#app/templates/template_files'
import { listedTemplates } from '#app/templates/template_list'
import { placedRoles } from '#app/templates/placed_roles'
import { taggedRoles } from '#app/templates/tagged_roles'
import { shareTemplate } from '#app/templates/template_teams'
import { Templates } from '#app/templates/templates'
import TemplateNotFound from '#app/templates/errors/template_not_found'
import { unit } from '#app/tenancy/current_tenant'
import { answer, reply, type Reply } from '../answer/answer.js'
import { Cursor } from '../answer/cursor.js'
import { actorOf } from '../documents/found_document.js'
import InvalidCursor from '../errors/invalid_cursor.js'
import { change, once } from '../idempotency/once.js'
import { bodyOf, queryOf } from '../input/input.js'
import { namedFiles } from '../input/named_files.js'
import { planOf } from '../input/reminders.js'
import { templateId } from '../input/resource_id.js'
import { TEMPLATE_ANSWER, TEMPLATE_LIST } from '../schemas/template.js'
import { daysOf, pageSize } from '../validators/rules.js'
import {
  templateChangeValidator,
  templateFileValidator,
  templatesQuery,
  templateValidator,
} from '../validators/template_validator.js'
import { transformed } from './template_transformer.js'

const LIST = 'templates'

export default class TemplatesController {
  /** POST /api/v1/templates */
  async store(ctx: HttpContext) {
    const {
      expiresIn,
      reminders,
      teams = [],
      textTags = false,
      roles: wantedRoles,
      ...wanted
    } = bodyOf(ctx, templateValidator)
    const files = namedFiles(ctx, wanted.title)
    const input = { ...wanted, ...daysIn(expiresIn), reminders: planOf(reminders) }
    return once(ctx, async (keep) => {
      const by = actorOf(ctx)
      const shared = idsOf(await namedTeams(teams))
      const upload = await AcceptedPdf.acceptAll(files)
      const placed = await placedRoles(wantedRoles, () => upload)
      const roles = textTags ? await taggedRoles(placed, upload) : placed
      const within = async (id: string) => {
        await shareTemplate(id, shared, { by })
        await keep(await templateReply(ctx, id, 201))
      }
      await Templates.create({ ...input, roles }, upload, { by, within })
    })
  }

  /** GET /api/v1/templates: those changed last come first. */
  async index(ctx: HttpContext) {
    const { q, archived, limit, cursor } = queryOf(ctx, templatesQuery)
    const size = pageSize(limit)
    const templates = await listedTemplates(
      {
        audience: ctx.caller.principal.documentsOf,
        words: q,
        isArchived: archived === 'true',
        after: cursor === undefined ? undefined : placeOf(cursor),
      },
      size + 1
    )
    const page = templates.slice(0, size)
    const hasMore = templates.length > size
    const last = page.at(-1)
    return answer(ctx, TEMPLATE_LIST, {
      data: page.map((template) => ({ ...transformed(template), object: 'template' })),
      hasMore,
      nextCursor:
        hasMore && last ? Cursor.write(LIST, `${last.updatedAt.getTime()}:${last.id}`) : null,
    })
  }

  /** GET /api/v1/templates/:id */
  async show(ctx: HttpContext) {
    return answer(ctx, TEMPLATE_ANSWER, transformed(await foundTemplate(ctx)))
  }

  /** PATCH /api/v1/templates/:id */
  async update(ctx: HttpContext) {
    const { expiresIn, version, reminders, teams, ...wanted } = bodyOf(ctx, templateChangeValidator)
    const id = templateId(ctx)
    return once(ctx, async (keep) => {
      const template = await foundTemplate(ctx)
      const { content, newestVersion } = template
      const { message = content.message, roles, ...others } = wanted
      const placed = roles && (await placedRoles(roles, () => TemplateFiles.seen(template)))
      const plan = reminders === undefined ? {} : { reminders: planOf(reminders) }
      const input = {
        ...{ ...inputOf(content), ...others, ...daysIn(expiresIn), ...plan },
        ...(placed && { roles: placed }),
      }
      const known = version ?? newestVersion
      const by = actorOf(ctx)
      await unit(async () => {
        const shared = teams && idsOf(await namedTeams(teams))
        await Templates.save(id, { ...input, message: message ?? undefined }, { by, known })
        if (shared) await shareTemplate(id, shared, { by })
        await keep(await templateReply(ctx, id))
      })
    })
  }

  /** POST /api/v1/templates/:id/file: the next version, with another file. */
  async exchange(ctx: HttpContext) {
    const { roles: given, textTags = false, version } = bodyOf(ctx, templateFileValidator)
    const id = templateId(ctx)
    const { content, newestVersion } = await foundTemplate(ctx)
    const files = namedFiles(ctx, content.title)
    return once(ctx, async (keep) => {
      const upload = await AcceptedPdf.acceptAll(files)
      const input = inputOf(content)
      const kept = given ? await placedRoles(given, () => upload) : input.roles
      const roles = textTags ? await taggedRoles(kept, upload) : kept
      const known = version ?? newestVersion
      await unit(async () => {
        await Templates.save(id, { ...input, roles }, { by: actorOf(ctx), known, upload })
        await keep(await templateReply(ctx, id))
      })
    })
  }

  /** POST /api/v1/templates/:id/archive */
  async archive(ctx: HttpContext) {
    const id = templateId(ctx)
    return change(ctx, async () => {
      await Templates.archive(id)
      return templateReply(ctx, id)
    })
  }

  /** POST /api/v1/templates/:id/restore */
  async restore(ctx: HttpContext) {
    const id = templateId(ctx)
    return change(ctx, async () => {
      await Templates.restore(id)
      return templateReply(ctx, id)
    })
  }
}

/** The template that the path names. @throws TemplateNotFound, ModeMismatch */
export async function foundTemplate(
  ctx: HttpContext,
  version: number | null = null
): Promise<Template> {
  const template = await Template.visible(
    templateId(ctx),
    ctx.caller.principal.documentsOf,
    version
  )
  if (!template) throw new TemplateNotFound()
  return template
}

async function templateReply(ctx: HttpContext, id: string, status = 200): Promise<Reply> {
  const template = await Template.find(id)
  if (!template) throw new TemplateNotFound()
  const location = status === 201 ? `/api/v1/templates/${id}` : undefined
  return reply(ctx, TEMPLATE_ANSWER, transformed(template), { status, location })
}

function idsOf(teams: readonly TeamName[]): string[] {
  return teams.map(({ id }) => id)
}

function daysIn(expiresIn: string | undefined): { expiresInDays?: number } {
  return expiresIn === undefined ? {} : { expiresInDays: daysOf(expiresIn) }
}

/** @throws InvalidCursor */
function placeOf(cursor: string): { updatedAt: Date; id: string } {
  const [ms, id] = Cursor.read(LIST, cursor).split(':')
  if (!/^\d{1,14}$/.test(ms) || !isIdentifier('tpl', id)) throw new InvalidCursor()
  return { updatedAt: new Date(Number(ms)), id }
}
