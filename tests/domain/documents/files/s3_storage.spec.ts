import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { startS3 } from '#tests/support/s3_server'

const run = promisify(execFile)
const BUCKET = 'documents'
/** s3rver knows this one account. */
const ACCOUNT = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }

test.group('Storage | S3', () => {
  test('holds documents from upload to seal as it does on a disk, and nothing in it can be read', async ({
    assert,
  }) => {
    const s3 = await startS3(BUCKET)
    try {
      const env = {
        ...process.env,
        ...ACCOUNT,
        DRIVE_DISK: 's3',
        S3_BUCKET: BUCKET,
        S3_REGION: 'us-east-1',
        S3_ENDPOINT: s3.endpoint,
        PORT: '0',
      }
      const files = ['drafts/draft', 'files/vault_ranges', 'seal/document_seal']
      const { stdout } = await run(
        process.execPath,
        [
          ...process.execArgv,
          'bin/test.ts',
          'domain',
          ...files.flatMap((file) => ['--files', file]),
        ],
        { cwd: app.appRoot.pathname, env }
      )
      assert.match(stdout, /PASSED/)
      const stored = readdirSync(s3.directory, { recursive: true, encoding: 'utf8' }).filter(
        (path) => /(original|canonical|sealed-[0-9a-f]{64})\._S3rver_object$/.test(path)
      )
      assert.isAbove(stored.length, 6)
      for (const path of stored)
        assert.notInclude(readFileSync(join(s3.directory, path), 'latin1'), '%PDF-')
    } finally {
      await s3.stop()
    }
  })
})
