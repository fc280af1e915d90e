import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

/** Cents of a currency for people: `$49.00`. */
export function money(
  cents: number | null,
  currency: string,
  { t, language }: DashboardPhrasebook
): string {
  if (cents === null) return t('usage.by_agreement')
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / 100)
}

/** The same as the price of a month: `$49.00 per month`. */
export function monthly(
  cents: number | null,
  currency: string,
  phrases: DashboardPhrasebook
): string {
  const price = money(cents, currency, phrases)
  return cents === null ? price : phrases.t('tenants.per_month', { price })
}

const AMOUNT = /^(\d{1,7})(?:[.,](\d{1,2}))?$/

/** What was typed, in cents; `undefined` for what is no amount. */
export function centsOf(typed: string): number | undefined {
  const match = AMOUNT.exec(typed)
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

/** As it is typed: `49.00`. */
export function amount(cents: number | null, { language }: DashboardPhrasebook): string {
  const form = { minimumFractionDigits: 2, useGrouping: false }
  return cents === null ? '' : (cents / 100).toLocaleString(language, form)
}
