import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { archiveCommand } from '#tests/support/archive_command'

const NAME = '000000010000000000000007'
const SEGMENT = Buffer.alloc(100_000, 7)

test.group('The documented archive_command', (group) => {
  let wal: string
  let folder: string

  group.each.setup(() => {
    wal = mkdtempSync(join(tmpdir(), 'wal-'))
    folder = mkdtempSync(join(tmpdir(), 'archive-'))
    writeFileSync(join(wal, NAME), SEGMENT)
    return () => [wal, folder].forEach((path) => rmSync(path, { recursive: true }))
  })

  /** As PostgreSQL runs it, in its data folder. @returns whether the segment is archived, as far as PostgreSQL knows */
  function archive(path = process.env.PATH): boolean {
    const command = archiveCommand(folder).replaceAll('%p', NAME).replaceAll('%f', NAME)
    return spawnSync('/bin/sh', ['-c', command], { cwd: wal, env: { PATH: path } }).status === 0
  }

  /** A copy that ends in the middle, as on a full disk. */
  function interrupted(): boolean {
    const programs = mkdtempSync(join(tmpdir(), 'programs-'))
    const cp = '#!/bin/sh\nhead -c 5000 "$1" > "$2"\nexit 1\n'
    writeFileSync(join(programs, 'cp'), cp, { mode: 0o755 })
    const isDone = archive(`${programs}:${process.env.PATH}`)
    rmSync(programs, { recursive: true })
    return isDone
  }

  test('goes on after a copy that was interrupted', ({ assert }) => {
    assert.isFalse(interrupted())
    assert.isFalse(existsSync(join(folder, NAME)), 'what has the name of a segment is whole')
    assert.isTrue(archive())
    assert.deepEqual(readdirSync(folder), [NAME])
    assert.isTrue(SEGMENT.equals(readFileSync(join(folder, NAME))))
  })

  test('takes a segment that is archived for done, and overwrites no other', ({ assert }) => {
    assert.isTrue(archive())
    assert.isTrue(archive(), 'PostgreSQL died before it noted it')
    writeFileSync(join(wal, NAME), 'of another server')
    assert.isFalse(archive())
    assert.isTrue(SEGMENT.equals(readFileSync(join(folder, NAME))))
  })
})
