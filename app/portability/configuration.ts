import { Setting } from '#app/foundation/setting'

/** For how many days a backup of the keys may still exist. */
export const keyBackupDays = new Setting<number>('days of key backups')
