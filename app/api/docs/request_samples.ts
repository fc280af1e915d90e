import type { Operation } from '../v1/operations/operation.js'
import { takesIdempotencyKey } from '../v1/operations/operation.js'
import { parametersOf, pathOf } from '../v1/openapi/inputs.js'
import { FILE, literal } from './literal.js'

export const LANGUAGES = [
  { key: 'curl', label: 'curl' },
  { key: 'node', label: 'Node' },
  { key: 'python', label: 'Python' },
  { key: 'php', label: 'PHP' },
] as const

export type Language = (typeof LANGUAGES)[number]['key']

/** The same request in a language, ready to be run. */
export interface Sample {
  language: Language
  label: string
  code: string
}

interface Asked {
  operation: Operation
  url: string
  /** Of what is more than a question. */
  body?: object
  hasKey: boolean
  isChange: boolean
  /** What the file is called that comes back, where one does. */
  saved: string | null
}

/** @param origin  of the host that the reader asks: `https://acme.example` */
export function requestSamples(operation: Operation, origin: string): Sample[] {
  const { scope, example, file, answers, body } = operation
  const sent = file ? { file: FILE, ...example } : (example ?? (body ? {} : undefined))
  const asked: Asked = {
    operation,
    url: `${origin}/api/v1${exampleOfPath(operation)}`,
    body: sent,
    hasKey: scope !== 'none',
    isChange: takesIdempotencyKey(operation),
    saved: savedAs(answers),
  }
  return LANGUAGES.map(({ key, label }) => ({ language: key, label, code: WRITERS[key](asked) }))
}

function savedAs(answers: Operation['answers']): string | null {
  if (Object.values(answers).some(({ schema }) => schema)) return null
  return answers[200]?.types?.includes('application/zip') ? 'answer.zip' : 'answer.pdf'
}

const WRITERS: Record<Language, (asked: Asked) => string> = { curl, node, python, php }

function curl({ operation, url, body, hasKey, isChange, saved }: Asked): string {
  const { method, file } = operation
  const quote = (value: string) => `'${value.replaceAll("'", "'\\''")}'`
  const form = Object.entries(operation.example ?? {}).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `-F ${quote(`${name}=${text}`)}`
  })
  const json = body
    ? ['-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(body, null, 2))}`]
    : []
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${url}`,
    ...(hasKey ? ['-H "Authorization: Bearer $API_KEY"'] : []),
    ...(isChange ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(file ? ['-F file=@contract.pdf', ...form] : json),
    ...(saved ? [`--fail-with-body -o ${saved}`] : []),
  ].join(' \\\n  ')
}

function node({ operation, url, body, hasKey, isChange, saved }: Asked): string {
  const names = [...(operation.file ? ['readFile'] : []), ...(saved ? ['writeFile'] : [])]
  const headers = [
    ...(hasKey ? ['    Authorization: `Bearer ${process.env.API_KEY}`,'] : []),
    ...(body ? ["    'Content-Type': 'application/json',"] : []),
    ...(isChange ? ["    'Idempotency-Key': crypto.randomUUID(),"] : []),
  ]
  return [
    ...(names.length > 0 ? [`import { ${names.join(', ')} } from 'node:fs/promises'`, ''] : []),
    `const answer = await fetch('${url}', {`,
    `  method: '${operation.method}',`,
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body ? [`  body: JSON.stringify(${literal(body, 'node', 2)}),`] : []),
    '})',
    ...(saved
      ? [`if (answer.ok) await writeFile('${saved}', await answer.bytes())`]
      : ['console.log(answer.status, await answer.json())']),
  ].join('\n')
}

function python({ operation, url, body, hasKey, isChange, saved }: Asked): string {
  const modules = [
    ...(operation.file ? ['base64'] : []),
    ...(saved ? [] : ['json']),
    ...(hasKey ? ['os'] : []),
    'urllib.error',
    'urllib.request',
    ...(isChange ? ['uuid'] : []),
  ]
  const known = body && saved ? ['json', ...modules] : modules
  const headers = [
    ...(hasKey ? ['        "Authorization": f"Bearer {os.environ[\'API_KEY\']}",'] : []),
    ...(body ? ['        "Content-Type": "application/json",'] : []),
    ...(isChange ? ['        "Idempotency-Key": str(uuid.uuid4()),'] : []),
  ]
  return [
    ...known.map((name) => `import ${name}`),
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    `    method="${operation.method}",`,
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body ? [`    data=json.dumps(${literal(body, 'python', 4)}).encode(),`] : []),
    ')',
    'try:',
    '    answer = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as refusal:',
    '    answer = refusal',
    ...(saved
      ? [
          'if answer.status == 200:',
          `    with open("${saved}", "wb") as file:`,
          '        file.write(answer.read())',
        ]
      : ['print(answer.status, json.load(answer))']),
  ].join('\n')
}

function php({ operation, url, body, hasKey, isChange, saved }: Asked): string {
  const headers = [
    ...(hasKey ? ["    'Authorization: Bearer ' . getenv('API_KEY'),"] : []),
    ...(body ? ["    'Content-Type: application/json',"] : []),
    ...(isChange ? ["    'Idempotency-Key: ' . bin2hex(random_bytes(16)),"] : []),
  ]
  return [
    '<?php',
    "$context = stream_context_create(['http' => [",
    `  'method' => '${operation.method}',`,
    ...(headers.length > 0 ? ["  'header' => [", ...headers, '  ],'] : []),
    ...(body ? [`  'content' => json_encode(${literal(body, 'php', 2)}),`] : []),
    "  'ignore_errors' => true,",
    ']]);',
    `$answer = file_get_contents('${url}', false, $context);`,
    ...(saved
      ? [
          `if (str_contains($http_response_header[0], ' 200 ')) file_put_contents('${saved}', $answer);`,
        ]
      : ['echo $http_response_header[0], PHP_EOL, $answer, PHP_EOL;']),
  ].join('\n')
}

function exampleOfPath(operation: Operation): string {
  const examples = parametersOf(operation) as { name?: string; example?: string }[]
  return examples.reduce(
    (path, { name, example }) => path.replace(`{${name}}`, String(example)),
    pathOf(operation)
  )
}
