import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { asking } from '#app/front_door/asked_rights'
import { DocumentPolicy, type DocumentAct } from '#app/identity/access/document_policy'
import type { Right } from '#app/identity/access/right'
import type { SupportChange } from '#app/identity/access/support'
import { visibleDocument } from './documents/visible_document.js'

/** A route of people with all of these rights. @throws RoleInsufficient */
export function needs(...rights: readonly Right[]) {
  return asking({ rights }, (ctx: HttpContext, next: NextFn) => {
    for (const right of rights) ctx.dashboard.require(right)
    return next()
  })
}

/** A route of everybody who is logged in, about what they may see. */
export const forEverybody = needs()

/** The same about one document: to somebody who cannot see it there is none, whatever they may do. @throws DocumentNotFound, RoleInsufficient */
export function needsOnDocument(act: DocumentAct) {
  const rights = DocumentPolicy.rightsFor(act)
  return asking({ rights }, async (ctx: HttpContext, next: NextFn) => {
    const { dashboard } = ctx
    if (!rights.every((right) => dashboard.may(right))) await visibleDocument(ctx)
    for (const right of rights) dashboard.require(right)
    // asked of the document itself once it has been read
    dashboard.documentAct = act
    return next()
  })
}

/** A form that support sessions may send, where changes were allowed; `asUserIn` asks for it. */
export function openToSupport(change: SupportChange) {
  return asking({ rights: [], change }, (_ctx: HttpContext, next: NextFn) => next())
}
