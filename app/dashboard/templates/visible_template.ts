import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { environmentOf, isIdentifier } from '#app/foundation/identifier'
import { asking } from '#app/front_door/asked_rights'
import { DocumentPolicy, type DocumentAct } from '#app/identity/access/document_policy'
import type { Audience } from '#app/identity/access/visibility'
import { Template } from '#app/templates/template'
import TemplateNotFound from '#app/templates/errors/template_not_found'
import type { Answers, Statement } from '#app/tenancy/statement'
import { readPage } from '../page.js'

const VERSION = /^[1-9]\d{0,8}$/

/** The template of the address, if this user may see it. @throws TemplateNotFound */
export async function visibleTemplate(ctx: HttpContext): Promise<Template> {
  return (await visibleTemplateWith(ctx, () => [])).template
}

/**
 * The same with what else its page shows; `?version=` asks for an earlier version.
 *
 * @param also  makes statements of the template's id
 * @throws TemplateNotFound
 */
export async function visibleTemplateWith<const Also extends readonly Statement[]>(
  ctx: HttpContext,
  also: (templateId: string) => Also
): Promise<{ template: Template; rows: Answers<Also> }> {
  const { dashboard } = ctx
  const id: unknown = ctx.params.id
  if (!isIdentifier('tpl', id) || environmentOf(id) !== dashboard.environment)
    throw new TemplateNotFound()
  const { version } = ctx.request.qs()
  const asked = typeof version === 'string' && VERSION.test(version) ? Number(version) : null
  const [found, ...rows] = await readPage(
    ctx,
    ...Template.readingVisible(id, dashboard.documentsOf, asked),
    ...also(id)
  )
  const template = Template.from(found)
  if (!template) throw new TemplateNotFound()
  return { template, rows }
}

/** For what is up to the member or team that a template belongs to, and not to teams that only see it. @throws DocumentAccessInsufficient */
export function requireHeld({ dashboard }: HttpContext, template: Template): void {
  DocumentPolicy.require('share', isHeldBy(dashboard.documentsOf, template) ? 'hold' : 'manage')
}

export function isHeldBy(audience: Audience, { owner }: Template): boolean {
  return audience === null || audience.includes(owner)
}

/**
 * What a document takes of a role, its template takes as well; people who see a template hold it, are of a team that does, or see all.
 *
 * @throws TemplateNotFound to somebody who cannot see it, whatever they may do; RoleInsufficient
 */
export function needsOnTemplate(act: DocumentAct) {
  const rights = DocumentPolicy.rightsFor(act)
  return asking({ rights }, async (ctx: HttpContext, next: NextFn) => {
    if (!rights.every((right) => ctx.dashboard.may(right))) await visibleTemplate(ctx)
    for (const right of rights) ctx.dashboard.require(right)
    return next()
  })
}
