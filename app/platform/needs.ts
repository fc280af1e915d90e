import type { HttpContext } from '@adonisjs/core/http'
import type { NextFn } from '@adonisjs/core/types/http'
import { asking } from '#app/front_door/asked_rights'
import type { ConsoleRight } from '#app/identity/access/right'
import AdministratorRequired from './errors/administrator_required.js'

/** A route of operators with all of these rights. @throws AdministratorRequired */
export function needs(...rights: readonly ConsoleRight[]) {
  return asking({ rights }, ({ operator }: HttpContext, next: NextFn) => {
    if (!rights.every((right) => operator.may(right))) throw new AdministratorRequired()
    return next()
  })
}

/** A route of everybody who has given both proofs. */
export const forOperators = needs()
