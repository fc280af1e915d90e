export interface Instruction {
  operator: string
  /** As they are written. */
  operands: string[]
}

const TOKEN =
  /%[^\r\n]*|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|\/[^\s/<>[\](){}%]*|\((?:\\[^]|[^\\()]|\((?:\\[^]|[^\\()])*\))*\)|[^\s/<>[\](){}%]+/g

/** What a content stream does, in its order (ISO 32000-2, 7.8.2); pictures within it are passed over. */
export function* instructionsIn(content: string): Generator<Instruction> {
  let operands: string[] = []
  let depth = 0
  TOKEN.lastIndex = 0
  const token = new RegExp(TOKEN)
  for (let match = token.exec(content); match; match = token.exec(content)) {
    const [text] = match
    if (text.startsWith('%')) continue
    if (text === '<<' || text === '[') depth++
    if (text === '>>' || text === ']') depth--
    const isOperator = depth === 0 && /^[A-Za-z'"]/.test(text) && !/^(true|false|null)$/.test(text)
    if (!isOperator) {
      operands.push(text)
      continue
    }
    if (text === 'ID') token.lastIndex = content.indexOf('EI', token.lastIndex)
    yield { operator: text, operands }
    operands = []
  }
}
