import { randomBase62 } from '#app/foundation/opaque_token'
import type { OperatorRole } from '#app/identity/access/role'
import Operator from '#app/identity/operators/operator'
import { OperatorCode } from '#app/identity/operators/operator_code'
import { OperatorInvitation } from '#app/identity/operators/operator_invitation'
import { OperatorSession, type Proof } from '#app/identity/operators/operator_session'
import { Cell } from '#app/tenancy/cell'
import { TYPED } from '../requests/form.js'
import type { ConsoleRole } from '../rules/console.js'
import { cookie, type Credential } from './credential.js'
import type { Resources } from './resources.js'

/** The proof's own operators, and what the console holds of theirs. */
export interface ConsoleParty {
  readonly operators: readonly Operator[]
  readonly byRole: Readonly<Record<ConsoleRole, Credential>>
  readonly resources: Resources
}

const GONE = `delete from platform.operators where id = any($1) or (email = $2 and created_at >= $3)`

export async function makeConsoleParty(): Promise<ConsoleParty> {
  const administrator = await newOperator('admin')
  const operator = await newOperator('operator')
  const invited = await newOperator('operator')
  await OperatorCode.plant(administrator)
  const welcome = (await OperatorInvitation.issue(invited)).release().split('/').at(-1)!
  return {
    operators: [administrator, operator, invited],
    byRole: {
      administrator: await credential(administrator, 'both', 'an administrator of the platform'),
      operator: await credential(operator, 'both', 'an operator of the platform'),
      halfway: await credential(
        administrator,
        'password',
        'an administrator who gave the password alone'
      ),
    },
    resources: {
      'operators/:id': [invited.id],
      'welcome/:token': [welcome],
      'log/:cell': [Cell.all()[0].name],
    },
  }
}

/** Also those that came by a hole. The platform's own login may not take operators out. */
export async function removeConsoleParty({ operators }: ConsoleParty): Promise<void> {
  const platform = Cell.all().find(({ holdsPlatform }) => holdsPlatform) ?? Cell.named('main')
  const [{ createdAt }] = operators
  const values = [operators.map(({ id }) => id), TYPED.email, createdAt]
  await platform.as('migrator', (client) => client.query(GONE, values))
}

function newOperator(role: OperatorRole): Promise<Operator> {
  const email = `isolation-${randomBase62(12).toLowerCase()}@example.com`
  return Operator.add({ email, name: 'Isolation proof', role })
}

async function credential(operator: Operator, proof: Proof, name: string): Promise<Credential> {
  const token = (await OperatorSession.open(operator, proof)).release()
  return { name, kind: 'operator', headers: cookie('operator', token) }
}
