import type { HttpContext } from '@adonisjs/core/http'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import { PlatformTrail } from '#app/audit/platform_trail'
import { isIdentifier } from '#app/foundation/identifier'
import { flashOutcome } from '#app/front_door/pages/flash_outcome'
import { faultOfLine } from '#app/foundation/text_fault'
import { ConsoleSubmission } from '#app/front_door/bodies/console_submission'
import { typedText } from '#app/front_door/bodies/typed_text'
import { isEmailAddress } from '#app/foundation/email_address'
import { OPERATOR_ROLES, type OperatorRole } from '#app/identity/access/role'
import Operator from '#app/identity/operators/operator'
import { OperatorInvitation } from '#app/identity/operators/operator_invitation'
import OperatorKnown from '#app/identity/errors/operator_known'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { platformDomain, publicUrl } from '#app/tenants/hosts/public_address'
import NothingHere from '../errors/nothing_here.js'
import { askFirst, showPage, type Question } from '../page.js'
import { actorOf } from '../signed_in.js'

const MAX_NAME = 100

interface Values {
  name: string
  email: string
  role: OperatorRole
}

const NOBODY: Values = { name: '', email: '', role: 'operator' }

export default class OperatorsController {
  /** GET /operators */
  async index(ctx: HttpContext) {
    return list(ctx, NOBODY)
  }

  /** POST /operators: the link is shown by this answer, and never again. */
  async store(ctx: HttpContext) {
    const values = read(ctx)
    const errors = faultsOf(values)
    if (Object.keys(errors).length > 0) return list(ctx, values, errors)
    try {
      await showLink(ctx, (trx) => invite(ctx, values, trx))
    } catch (error) {
      if (!(error instanceof OperatorKnown)) throw error
      return list(ctx, values, { email: `${error.message}.` })
    }
  }

  /** GET /operators/:id/link */
  async askRenewal(ctx: HttpContext) {
    const { id, name } = await find(ctx)
    return ask(ctx, {
      title: `A new set-up link for ${name}?`,
      text: 'The person who has the link chooses a new password and sets up a new authenticator. The old ones work until then. Earlier links stop working.',
      button: 'Create link',
      action: `/operators/${id}/link`,
    })
  }

  /** POST /operators/:id/link: for one who lost password or telephone. */
  async renew(ctx: HttpContext) {
    const operator = await find(ctx)
    if (operator.isDisabled) throw new NothingHere()
    return showLink(ctx, async (trx) => {
      const details = { operatorId: operator.id }
      const actor = actorOf(ctx)
      await PlatformTrail.append({ action: 'operator.invited_again', actor, details }, trx)
      return operator
    })
  }

  /** GET /operators/:id/disable */
  async askDisable(ctx: HttpContext) {
    const { id, name } = await find(ctx)
    return ask(ctx, {
      title: id === ctx.operator.id ? 'Disable yourself?' : `Disable ${name}?`,
      text: `${id === ctx.operator.id ? 'You are' : 'They are'} logged out everywhere immediately, at tenants as well, and can no longer log in. To be enabled again takes a new password and a new authenticator.`,
      button: 'Disable',
      action: `/operators/${id}/disable`,
    })
  }

  /** POST /operators/:id/disable */
  async disable(ctx: HttpContext) {
    const operator = await find(ctx)
    const outcome = { back: '/operators', done: `${operator.name} can no longer log in.` }
    await flashOutcome(ctx, outcome, () =>
      platformTransaction(async (trx) => {
        if (!(await operator.disable(trx))) return
        const details = { operatorId: operator.id }
        const actor = actorOf(ctx)
        await PlatformTrail.append({ action: 'operator.disabled', actor, details }, trx)
      })
    )
  }

  /** POST /operators/:id/enable: with a new link, for old proofs are not trusted again. */
  async enable(ctx: HttpContext) {
    const operator = await find(ctx)
    return showLink(ctx, async (trx) => {
      await operator.enable(trx)
      const details = { operatorId: operator.id }
      await PlatformTrail.append({ action: 'operator.enabled', actor: actorOf(ctx), details }, trx)
      return operator
    })
  }
}

function ask(ctx: HttpContext, question: Omit<Question, 'back'>): Promise<void> {
  return askFirst(ctx, 'operators', {
    ...question,
    back: { text: 'Operators', href: '/operators' },
  })
}

async function invite(
  ctx: HttpContext,
  { name, email, role }: Values,
  trx: TransactionClientContract
): Promise<Operator> {
  const operator = await Operator.add({ name, email, role }, trx)
  const details = { operatorId: operator.id, role }
  await PlatformTrail.append({ action: 'operator.added', actor: actorOf(ctx), details }, trx)
  return operator
}

/** @param change  says whom the link is for */
async function showLink(
  ctx: HttpContext,
  change: (trx: TransactionClientContract) => Promise<Operator>
): Promise<void> {
  const submission = ConsoleSubmission.of<{ name: string; path: string }>(ctx, ctx.operator.id)
  const shown = await submission.run(async (trx) => {
    const operator = await change(trx)
    const path = await OperatorInvitation.issue(operator, trx)
    return { name: operator.name, path: path.release() }
  })
  if (!shown) return ctx.response.redirect('/operators', false, 303)
  const { name, path } = shown
  await showPage(ctx, 'operators/link', { name, url: publicUrl(platformDomain(), path) })
}

async function list(ctx: HttpContext, values: Values, errors: Record<string, string> = {}) {
  const operators = await Operator.query().orderBy('disabled_at', 'desc').orderBy('email')
  const shown = operators.map(({ id, name, email, role, isDisabled, isEnrolled }) => ({
    ...{ id, name, email, role, isDisabled, isEnrolled },
    isSelf: id === ctx.operator.id,
  }))
  const status = Object.keys(errors).length > 0 ? 422 : 200
  return showPage(ctx, 'operators/index', { operators: shown, values, errors }, status)
}

function read({ request }: HttpContext): Values {
  const { name, email, role } = request.body()
  const known = OPERATOR_ROLES.find((one) => one === role)
  return { name: typedText(name), email: typedText(email), role: known ?? 'operator' }
}

function faultsOf({ name, email }: Values): Record<string, string> {
  const faults: Record<string, string> = {}
  const ofName = name ? faultOfLine(name, MAX_NAME) : 'Enter a name.'
  if (ofName) faults.name = ofName
  if (!isEmailAddress(email)) faults.email = 'This is not an email address.'
  return faults
}

async function find({ params }: HttpContext): Promise<Operator> {
  const operator = isIdentifier('opr', params.id) ? await Operator.find(params.id) : null
  if (!operator) throw new NothingHere()
  return operator
}
