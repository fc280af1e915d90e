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
  return () =>
    new BucketDisk(env.get('S3_BUCKET') ?? '', {
      credentials: {
        accessKeyId: env.get('S3_ACCESS_KEY_ID') ?? '',
        secretAccessKey: env.get('S3_SECRET_ACCESS_KEY')?.release() ?? '',
      },
      region: env.get('S3_REGION') ?? 'us-east-1',
      endpoint: env.get('S3_ENDPOINT'),
      forcePathStyle: true,
    })
}

declare module '@adonisjs/drive/types' {
  export interface DriveDisks extends InferDriveDisks<typeof driveConfig> {}
}
