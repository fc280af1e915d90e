/** Stands in an example for the PDF that the reader has beside it. */
export const FILE = Symbol('contract.pdf')

interface Tongue {
  file: string
  words: Record<'true' | 'false' | 'null', string>
  list: [open: string, close: string]
  object: [open: string, close: string]
  key: (name: string) => string
  text: (value: string) => string
}

const quoted = (value: string) => `'${value.replace(/[\\']/g, '\\$&')}'`
const SAME = { true: 'true', false: 'false', null: 'null' }

const NODE: Tongue = {
  file: "(await readFile('contract.pdf')).toString('base64')",
  words: SAME,
  list: ['[', ']'],
  object: ['{', '}'],
  key: (name) => `${/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)}: `,
  text: quoted,
}

const PYTHON: Tongue = {
  file: 'base64.b64encode(open("contract.pdf", "rb").read()).decode()',
  words: { true: 'True', false: 'False', null: 'None' },
  list: ['[', ']'],
  object: ['{', '}'],
  key: (name) => `${JSON.stringify(name)}: `,
  text: (value) => JSON.stringify(value),
}

const PHP: Tongue = {
  file: "base64_encode(file_get_contents('contract.pdf'))",
  words: SAME,
  list: ['[', ']'],
  object: ['[', ']'],
  key: (name) => `${quoted(name)} => `,
  text: quoted,
}

const TONGUES = { node: NODE, python: PYTHON, php: PHP }

/** How a value is written down in a language. */
export function literal(value: unknown, language: keyof typeof TONGUES, indent: number): string {
  return written(value, TONGUES[language], indent, language === 'python' ? 4 : 2)
}

function written(value: unknown, tongue: Tongue, indent: number, step: number): string {
  if (value === FILE) return tongue.file
  if (typeof value === 'string') return tongue.text(value)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null)
    return tongue.words[String(value) as keyof Tongue['words']]
  const [open, close] = Array.isArray(value) ? tongue.list : tongue.object
  const entries = Array.isArray(value)
    ? value.map((one) => ['', one] as const)
    : Object.entries(value).map(([name, one]) => [tongue.key(name), one] as const)
  if (Reflect.ownKeys(value).length === 0 || entries.length === 0) return emptyOf(value, tongue)
  const pad = ' '.repeat(indent + step)
  const lines = entries.map(
    ([key, one]) => `${pad}${key}${written(one, tongue, indent + step, step)},\n`
  )
  return `${open}\n${lines.join('')}${' '.repeat(indent)}${close}`
}

/** PHP tells an empty object from an empty list by its class. */
function emptyOf(value: object, tongue: Tongue): string {
  if (tongue === PHP && !Array.isArray(value)) return 'new stdClass()'
  return (Array.isArray(value) ? tongue.list : tongue.object).join('')
}
