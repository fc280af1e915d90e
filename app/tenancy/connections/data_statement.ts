import StatementRefused from '../errors/statement_refused.js'

const DATA_STATEMENT = /^\s*(?:select|insert|update|delete|with|values)\b/i

/** What a unit may ask: anything else could open a unit in another tenant's name, or end its own. @throws E_STATEMENT_REFUSED */
export function assertOfData(text: string): void {
  if (!DATA_STATEMENT.test(text)) throw new StatementRefused()
}
