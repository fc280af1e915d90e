import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A server that speaks S3's protocol, on loopback, with one empty bucket. */
export async function startS3(bucket: string) {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  return {
    directory,
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
