import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import type { OperatorRole } from '../access/role.js'
import Operator from './operator.js'
import { OperatorCode } from './operator_code.js'
import { OperatorRecovery } from './operator_recovery.js'

interface Wanted {
  email: string
  name: string
  password: string
  role?: OperatorRole
}

/** An operator with both proofs set up, for where nobody walks through the pages that do it: the demo. */
export async function setUpOperator({ email, name, password, role = 'admin' }: Wanted) {
  const operator =
    (await Operator.findBy('email', email)) ?? (await Operator.add({ email, name, role }))
  await operator.changePassword(new Secret(password))
  await OperatorCode.plant(operator)
  await operator.merge({ totpConfirmedAt: clock.now() }).save()
  const { secret } = await OperatorCode.shown(operator, 'Countersign')
  return { operator, secret, recoveryCodes: await OperatorRecovery.issue(operator) }
}
