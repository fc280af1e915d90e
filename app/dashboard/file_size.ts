import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

/** “340 kB”, “2.1 MB” */
export function fileSize(bytes: number, { locale }: DashboardPhrasebook): string {
  const [count, unit] =
    bytes < 1024 * 1024
      ? [Math.max(1, Math.round(bytes / 1024)), 'kB']
      : [bytes / 1024 / 1024, 'MB']
  const digits = unit === 'MB' ? 1 : 0
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${count.toLocaleString(locale, format)} ${unit}`
}
