import { exampleOf } from '#app/foundation/schema/example'
import { TEMPLATE_ANSWER, TEMPLATE_LIST } from './template.js'

type Json = Record<string, unknown>

const LATER = '2026-03-16T14:05:09.120Z'

const whole = exampleOf(TEMPLATE_ANSWER) as Json
const { roles, allowDelegation, language, reminders, files, teams, ...plain } = whole
const [{ inPerson, oneTimeCode, certificate, ...role }] = roles as Json[]
const [{ options, ...field }] = role.fields as Json[]
const created: Json = { ...plain, roles: [{ ...role, fields: [field] }] }

/** What the example of `POST templates` becomes. */
export const TEMPLATE_EXAMPLES = {
  created,
  changed: {
    ...created,
    ...{ version: 2, title: 'Contract of sale, second version', message: null, updatedAt: LATER },
  },
  archived: { ...created, updatedAt: LATER, archivedAt: LATER },
} satisfies Record<string, Json>

const { requestId, livemode, ...listed } = created

export const TEMPLATE_LIST_EXAMPLE: Json = {
  ...(exampleOf(TEMPLATE_LIST) as Json),
  data: [listed],
}
