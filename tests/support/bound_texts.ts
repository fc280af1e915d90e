import type pg from 'pg'

interface Named {
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

/** Of statements as they are bound: each time that they are asked, while those with a name are parsed once. */
export class BoundTexts {
  #parsed = new WeakMap<pg.Connection, string>()

  parsed(connection: pg.Connection, { text }: { text: string }): void {
    this.#parsed.set(connection, text)
  }

  textOf(connection: pg.Connection, { statement }: { statement?: string }): string {
    const { parsedStatements: parsed, submittedNamedStatements: submitted } =
      connection as unknown as Named
    const named = statement && (parsed[statement] ?? submitted[statement])
    return named || (this.#parsed.get(connection) ?? '')
  }
}
