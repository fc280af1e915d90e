import env from '#start/env'
import { defineConfig } from '@adonisjs/drive'
import { FolderDisk } from '#app/documents/files/storage/folder_disk'

/** What is stored is encrypted before it gets here; the disk is only a shelf. */
const driveConfig = defineConfig({
  default: 'documents',
  services: { documents: env.get('DRIVE_DISK') === 's3' ? await bucket() : folder },
})

export default driveConfig

function folder() {
  return new FolderDisk(env.get('STORAGE_DIR') ?? 'tmp/storage')
}

/** Loaded where there is one: its client costs every process 27 MB. */
async function bucket() {
  const { BucketDisk } = await import('#app/documents/files/storage/bucket_disk')
  const { ReplicatedBucket } = await import('#app/documents/files/storage/replicated_bucket')
  const name = env.get('S3_BUCKET') ?? ''
  const copied = env.get('S3_FALLBACK_BUCKET')
  return () =>
    copied
      ? new ReplicatedBucket(name, first(), new BucketDisk(copied, fallback()))
      : new BucketDisk(name, first())
}

function first() {
  return {
    credentials: {
      accessKeyId: env.get('S3_ACCESS_KEY_ID') ?? '',
      secretAccessKey: env.get('S3_SECRET_ACCESS_KEY')?.release() ?? '',
    },
    region: env.get('S3_REGION') ?? 'us-east-1',
    endpoint: env.get('S3_ENDPOINT'),
    forcePathStyle: true,
  }
}

/** Where the provider copies the bucket to; the same key will do, unless another is given. */
function fallback() {
  const { credentials } = first()
  return {
    credentials: {
      accessKeyId: env.get('S3_FALLBACK_ACCESS_KEY_ID') ?? credentials.accessKeyId,
      secretAccessKey:
        env.get('S3_FALLBACK_SECRET_ACCESS_KEY')?.release() ?? credentials.secretAccessKey,
    },
    region: env.get('S3_FALLBACK_REGION') ?? 'us-east-1',
    endpoint: env.get('S3_FALLBACK_ENDPOINT'),
    forcePathStyle: true,
  }
}

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
