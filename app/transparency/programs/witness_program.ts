import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { NoteVerifier } from '#app/audit/transparency/signed_note'
import { LogWitness } from '#app/audit/transparency/witness'
import { WitnessFolder } from '#app/audit/transparency/witness_folder'

const HELP = `Watches public logs for others: signs each head of a log that continues what it has seen, and nothing else.
It speaks the protocol of C2SP tlog-witness, keeps its key and what it has seen in a folder, and needs no database.

  log:witness --name witness.example --folder /var/lib/log-witness --log KEY [--log KEY …] [--port 7380] [--host 127.0.0.1]

  --name    what it is called: a name under which nobody else signs
  --folder  keep it: a witness that forgets may sign two histories
  --log     the key of a log, as GET /log of its platform shows it
`
const MAX_BODY = 64 * 1024
const DEFAULT_PORT = 7380

interface Options {
  name: string
  folder: string
  log: string[]
  port: number
  host: string
}

/** `log:witness`, for those who run nothing else of this. */
export async function runWitness(args: readonly string[]): Promise<void> {
  const options = read(args)
  if (!options) return
  const witness = await openWitness(options)
  if (!witness) return fail('One of the keys of logs is none: copy it from /log of the platform.')
  const server = serve(witness)
  server.listen(options.port, options.host, () => {
    const { port } = server.address() as AddressInfo
    console.log(`Key: ${witness.verifier}\nListening at http://${options.host}:${port}`)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close())
}

function read(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string' },
      folder: { type: 'string' },
      log: { type: 'string', multiple: true },
      port: { type: 'string' },
      host: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  const { name, folder, log, port, host = '127.0.0.1' } = values
  if (values.help || !name || !folder || !log) {
    console.log(HELP)
    process.exitCode = values.help ? 0 : 2
    return null
  }
  return { name, folder, log, host, port: port === undefined ? DEFAULT_PORT : Number(port) }
}

async function openWitness({ name, folder, log }: Options): Promise<LogWitness | null> {
  const logs = log.map((key) => NoteVerifier.parse(key))
  if (logs.some((one) => one?.algorithm !== 'note')) return null
  const memory = new WitnessFolder(folder)
  return new LogWitness(name, await memory.key(), logs as NoteVerifier[], memory)
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 2
}

function serve(witness: LogWitness): Server {
  return createServer(async (request, response) => {
    if (request.method !== 'POST' || !request.url?.endsWith('/add-checkpoint'))
      return response.writeHead(404).end()
    try {
      const body = await bodyOf(request)
      if (body === null) return response.writeHead(413).end()
      const answer = await witness.take(body)
      const type = answer.isSize ? 'text/x.tlog.size' : 'text/plain; charset=utf-8'
      response.writeHead(answer.status, { 'content-type': type }).end(answer.body)
    } catch (error) {
      console.error(error)
      response.writeHead(500).end()
    }
  })
}

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    length += (part as Buffer).length
    if (length > MAX_BODY) return null
    parts.push(part as Buffer)
  }
  return Buffer.concat(parts).toString('utf8')
}
