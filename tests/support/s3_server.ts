import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { MultipartUploads } from './multipart_uploads.js'

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
  const uploads = new MultipartUploads(join(directory, bucket, '._S3rver_uploads'))
  const { middleware } = server as unknown as { middleware: MultipartUploads['answer'][] } // it is a Koa
  middleware.unshift((context, next) => uploads.answer(context, next))
  const { port } = await server.run()
  return {
    directory,
    uploads,
    endpoint: `http://127.0.0.1:${port}`,
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
