import { createServer } from 'node:net'
import { randomInt } from 'node:crypto'
import { SentenceError } from './sentence_error.mjs'

// below the ephemeral range, so that no outgoing connection takes one between our look and our use
const LOWEST = 20_000
const HIGHEST = 32_000
const ADDRESSES = ['127.0.0.1', '::1', '0.0.0.0', '::']

const chosen = new Set()

/** Whether nobody listens on the port, on any address of this machine. */
export async function isFree(port) {
  for (const address of ADDRESSES) {
    if (await isTaken(port, address)) return false
  }
  return true
}

function isTaken(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code === 'EADDRINUSE' || error.code === 'EACCES'))
    server.listen({ port, host, exclusive: true, ipv6Only: true }, () => {
      server.close(() => resolve(false))
    })
  })
}

/** The first of the wished ports that is free, or any free one. */
export async function freePort(...wished) {
  for (const port of wished) {
    if (port && !chosen.has(port) && (await isFree(port))) return claim(port)
  }
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST)
    if (!chosen.has(port) && (await isFree(port))) return claim(port)
  }
}

/** A port that somebody asked for by name: it is this one or none. */
export async function exactPort(text, name) {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SentenceError(`${name}=${text} is not a port.`)
  }
  if (!(await isFree(port))) {
    throw new SentenceError(`Port ${port} is taken. Choose another with ${name}, or leave it out.`)
  }
  return claim(port)
}

function claim(port) {
  chosen.add(port)
  return port
}
