import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'

type Values = Record<string, string>

/** Of the files that the documentation leads to: those that begin with a setting. */
function documented(): string[] {
  const text = readFileSync(app.makePath('docs/deploy/one_machine.md'), 'utf8')
  const blocks = [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block!)
  return blocks.filter((block) => /^(?:#.*\n)*[A-Z_]+=/.test(block))
}

/** EnvironmentFile= of systemd.exec(5): comments have lines of their own, and between quotes all stands for itself but a backslash in double ones. */
function bySystemd(text: string): Values {
  const values: Values = {}
  for (const line of text.split('\n')) {
    const [, name, written] = /^\s*([A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    if (!name || /^\s*[#;]/.test(line)) continue
    const plain = written!.trim()
    const [, single] = /^'([^']*)'$/.exec(plain) ?? []
    const [, double] = /^"((?:[^"\\]|\\.)*)"$/.exec(plain) ?? []
    values[name] =
      single ?? double?.replaceAll(/\\(["\\`$])/g, '$1') ?? plain.replaceAll(/\\(.)/g, '$1')
  }
  return values
}

/** As `in_service` reads it. */
function byShell(text: string): Values {
  const folder = mkdtempSync(join(tmpdir(), 'settings-'))
  try {
    const file = join(folder, 'settings.env')
    writeFileSync(file, text)
    const script = 'set -a; . "$1"; exec env -0'
    const told = execFileSync('env', ['-i', '/bin/sh', '-c', script, 'sh', file], {
      encoding: 'utf8',
    })
    const pairs = told.split('\0').filter(Boolean)
    const values = pairs.map((one) => [
      one.slice(0, one.indexOf('=')),
      one.slice(one.indexOf('=') + 1),
    ])
    return Object.fromEntries(
      values.filter(([name]) => !['PWD', '_', 'SHLVL', 'OLDPWD'].includes(name!))
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.group('A file of settings', () => {
  test('says the same to systemd and to the shell, as the documentation has it', ({ assert }) => {
    const files = documented()
    assert.lengthOf(files, 2)
    for (const file of files) assert.deepEqual(byShell(file), bySystemd(file))
  })

  test('says the same with values in single quotes, as the documentation advises', ({ assert }) => {
    const values = {
      CELLS: 'eu=postgres://a@db:5432/x?sslmode=require&application_name=y us=postgres://b@db/z',
      SMTP_PASSWORD: 'a$b;c#d(e*f\\g"h',
    }
    const file = Object.entries(values)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join('')
    assert.deepEqual(byShell(file), values)
    assert.deepEqual(bySystemd(file), values)
  })
})
