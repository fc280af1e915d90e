import { args, BaseCommand, flags } from '@adonisjs/core/ace'
import vine from '@vinejs/vine'
import { OPERATOR_ROLES } from '#app/identity/access/role'
import Operator from '#app/identity/operators/operator'
import { OperatorInvitation } from '#app/identity/operators/operator_invitation'
import { platformDomain, publicUrl } from '#app/tenants/hosts/public_address'
import { noteAtConsole } from './_console.js'
import { refusalsAsSentences } from './_refusals.js'

const wanted = vine.create({
  email: vine.string().email(),
  name: vine.string().trim().minLength(1).maxLength(100),
  role: vine.enum(OPERATOR_ROLES),
})

export default class OperatorCreate extends BaseCommand {
  static commandName = 'operator:create'
  static description = 'Add a platform operator and print the link they set up their login with'
  static options = { startApp: true }

  @args.string({ description: 'Their e-mail address' })
  declare email: string

  @flags.string({ description: 'Their name', required: true })
  declare name: string

  @flags.string({ description: 'admin or operator', default: 'admin' })
  declare role: string

  @flags.boolean({ description: 'Print a new link for an existing operator' })
  declare again: boolean

  @flags.boolean({ description: 'Print one line of JSON' })
  declare json: boolean

  async run() {
    const { email, name, role } = await wanted.validate(this)
    const known = this.again ? await Operator.findBy('email', email.toLowerCase()) : null
    const operator = known ?? (await Operator.add({ email, name, role }))
    const link = await OperatorInvitation.issue(operator)
    await noteAtConsole(known ? 'operator.invited_again' : 'operator.added', {
      operatorId: operator.id,
      role: operator.role,
    })
    const url = publicUrl(platformDomain(), link.release())
    this.logger.log(this.json ? JSON.stringify({ id: operator.id, email, url }) : url)
  }

  completed() {
    return refusalsAsSentences(this)
  }
}
