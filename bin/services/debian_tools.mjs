import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { DebianTool } from './debian_tool.mjs'

export const pdfsig = new DebianTool({
  commands: ['pdfsig'],
  package: 'poppler-utils',
  program: 'usr/bin/pdfsig',
  version: ['-v'],
})

export const pdftoppm = new DebianTool({
  commands: ['pdftoppm'],
  package: 'poppler-utils',
  program: 'usr/bin/pdftoppm',
  version: ['-v'],
})

export const openssl = new DebianTool({
  commands: ['openssl'],
  package: 'openssl',
  program: 'usr/bin/openssl',
  version: ['version'],
})

export const pgbouncer = new DebianTool({
  commands: ['pgbouncer'],
  package: 'pgbouncer',
  program: 'usr/sbin/pgbouncer',
})

export const curl = new DebianTool({
  commands: ['curl'],
  package: 'curl',
  program: 'usr/bin/curl',
})

export const python = new DebianTool({
  commands: ['python3'],
  package: 'python3',
  program: 'usr/bin/python3',
})

export const php = new DebianTool({
  commands: ['php'],
  package: 'php-cli',
  program: 'usr/bin/php[0-9]*',
})

export const systemd = new DebianTool({
  commands: ['systemd-analyze'],
  package: 'systemd',
  program: 'usr/bin/systemd-analyze',
})

export const pkcs11Tool = new DebianTool({
  commands: ['pkcs11-tool'],
  package: 'opensc',
  program: 'usr/bin/pkcs11-tool',
  // it knows no version: asked for what it does not know, it prints how it is used
  version: ['--no-such-option'],
  status: 2,
})

export const softHsm = new DebianTool({
  commands: ['softhsm2-util'],
  package: 'softhsm2',
  program: 'usr/bin/softhsm2-util',
})

/** SoftHSM's library, which Debian installs or `softHsm` unpacks. */
export function softHsmModule() {
  const places = ['/', softHsm.packages.root].map((root) =>
    join(root, 'usr/lib/softhsm/libsofthsm2.so')
  )
  return places.find((place) => existsSync(place)) ?? ''
}

export const faketime = new DebianTool({
  commands: ['faketime'],
  package: 'faketime',
  program: 'usr/bin/faketime',
})

/** The library by which a program sees another time; Debian keeps it in a folder of the machine's architecture. */
export function faketimeLibrary() {
  const places = ['/', faketime.packages.root].flatMap((cwd) =>
    globSync('usr/lib/*/faketime/libfaketime.so.1', { cwd }).map((path) => join(cwd, path))
  )
  return places[0] ?? ''
}

export const promtool = new DebianTool({
  commands: ['promtool'],
  package: 'prometheus',
  program: 'usr/bin/promtool',
})

export const caddy = new DebianTool({
  commands: ['caddy'],
  package: 'caddy',
  program: 'usr/bin/caddy',
  version: ['version'],
})
