import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import { Exception } from '@adonisjs/core/exceptions'
import type { TransactionClientContract } from '@adonisjs/lucid/types/database'
import vine from '@vinejs/vine'
import { OPERATOR_ROLES } from '#app/identity/access/role'
import Operator from '#app/identity/operators/operator'
import { OperatorInvitation } from '#app/identity/operators/operator_invitation'
import { platformTransaction } from '#app/tenancy/transactions/platform_transaction'
import { platformDomain, publicUrl } from '#app/tenants/hosts/public_address'
import { noteAtConsole } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'

const known = vine.create({ email: vine.string().email() })
const wanted = vine.create({
  email: vine.string().email(),
  name: vine.string().trim().minLength(1).maxLength(100),
  role: vine.enum(OPERATOR_ROLES),
})

export default class OperatorCreate extends BaseCommand {
  static commandName = 'operator:create'
  static description = 'Add a platform operator and print the link they set up their login with'
  static help = [
    'The link works once, for a day. With --again an operator who is there already, and who lost password or authenticator, gets a new one.',
  ]
  static options = { startApp: true }

  @args.string({ description: 'Their e-mail address' })
  declare email: string

  @flags.string({ description: 'Their name; required without --again' })
  declare name?: string

  @flags.string({ description: OPERATOR_ROLES.join(' or '), default: 'admin' })
  declare role: string

  @flags.boolean({ description: 'Print a new link for an existing operator, and add nobody' })
  declare again: boolean

  @flags.boolean({ description: 'Print one line of JSON' })
  declare json: boolean

  async run() {
    const { operator, path } = await platformTransaction(async (trx) => {
      const invited = this.again ? await this.#inviteAgain(trx) : await this.#add(trx)
      return { operator: invited, path: await OperatorInvitation.issue(invited, trx) }
    })
    const { id, email } = operator
    const url = publicUrl(platformDomain(), path.release())
    this.logger.log(this.json ? JSON.stringify({ id, email, url }) : url)
  }

  completed() {
    return refusalsAsSentences(this)
  }

  async #add(trx: TransactionClientContract): Promise<Operator> {
    const operator = await Operator.add(await wanted.validate(this), trx)
    const { id: operatorId, role } = operator
    await noteAtConsole('operator.added', { operatorId, role }, {}, trx)
    return operator
  }

  /** Locked: an operator who is being disabled gets no link. */
  async #inviteAgain(trx: TransactionClientContract): Promise<Operator> {
    const { email } = await known.validate(this)
    const query = Operator.query({ client: trx }).where('email', email.toLowerCase())
    const operator = await query.forUpdate().first()
    if (!operator)
      throw new Exception(`No operator has the address ${email}: without --again, one is added`, {
        status: 404,
      })
    if (operator.isDisabled)
      throw new Exception(
        `${operator.email} is disabled: enable them on "Operators" of the console`,
        {
          status: 409,
        }
      )
    const { id: operatorId, role } = operator
    await noteAtConsole('operator.invited_again', { operatorId, role }, {}, trx)
    return operator
  }
}
