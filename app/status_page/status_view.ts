import type { Phrasebook, PhraseKey } from '#app/foundation/phrases/phrasebook'
import type { ToldIncident } from '#app/monitoring/incidents/told_incident'
import {
  PART_STATES,
  type PartState,
  type PartStatus,
  type StatusDay,
} from '#app/monitoring/status/service_status'

/** A day is good, fair or poor by the share of it that was undisturbed. */
const GOOD = 0.995
const FAIR = 0.95

const TONES: Record<PartState, string> = {
  working: 'success',
  late: 'warning',
  disturbed: 'warning',
  down: 'danger',
}

const MARKS: Record<PartState, string> = {
  working: 'circle-check',
  late: 'clock',
  disturbed: 'triangle-alert',
  down: 'circle-x',
}

/** The worse a day, the shorter its bar: colours alone say nothing. */
const HEIGHTS = { good: 32, fair: 24, poor: 16, none: 4 }

/** What the page says, in words. An open incident counts where it is worse than what was measured. */
export function statusView(
  parts: readonly PartStatus[],
  incidents: readonly ToldIncident[],
  phrases: Phrasebook
) {
  const { t } = phrases
  const share = shareWords(phrases.locale)
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null)
  const shown = parts.map((one) => {
    const state = worst([one.state, ...open.filter(about(one)).map(({ impact }) => impact)])
    return {
      ...{ part: one.part, name: t(`status.${one.part}`), ...words(state, phrases) },
      share:
        one.share === null
          ? t('status.unmeasured')
          : t('status.share', { share: share(one.share) }),
      days: one.days.map((day) => ({ ...barOf(day), title: titleOf(day) })),
      badDays: one.days.filter(isBad).reverse().map(titleOf),
    }
  })
  const isWell = shown.every(({ state }) => state === 'working')

  function titleOf({ day, share: undisturbed }: StatusDay): string {
    const rest = undisturbed === null ? t('status.unmeasured') : share(undisturbed)
    return `${phrases.day(day)}: ${rest}`
  }

  return {
    parts: shown,
    overall: {
      tone: isWell ? 'success' : 'warning',
      text: t(isWell ? 'status.well' : 'status.unwell'),
    },
    incidents: incidents.map(({ updates, parts: hit, title, beganAt, resolvedAt }) => ({
      ...{ title, beganAt, isOpen: resolvedAt === null },
      parts: hit.map((part) => t(`status.${part}`)),
      updates: updates.map(({ state, text, at }) => ({ state: t(`status.${state}`), text, at })),
    })),
  }
}

function about({ part }: PartStatus) {
  return ({ parts }: ToldIncident) => parts.includes(part)
}

function worst(states: readonly PartState[]): PartState {
  return states.reduce((one, other) =>
    PART_STATES.indexOf(other) > PART_STATES.indexOf(one) ? other : one
  )
}

function words(state: PartState, { t }: Phrasebook) {
  const key: PhraseKey = `status.${state}`
  return { state, text: t(key), tone: TONES[state], mark: MARKS[state] }
}

function levelOf({ share }: StatusDay): 'good' | 'fair' | 'poor' | 'none' {
  if (share === null) return 'none'
  if (share >= GOOD) return 'good'
  return share >= FAIR ? 'fair' : 'poor'
}

/** In a picture 32 high. */
function barOf(day: StatusDay) {
  const level = levelOf(day)
  return { level, height: HEIGHTS[level] }
}

function isBad(day: StatusDay): boolean {
  return ['fair', 'poor'].includes(levelOf(day))
}

/** “99.98%”, never rounded up to all of it. */
function shareWords(locale: string): (share: number) => string {
  const format = new Intl.NumberFormat(locale, {
    ...{ style: 'percent', maximumFractionDigits: 2, roundingMode: 'floor' },
  } as Intl.NumberFormatOptions)
  return (share) => format.format(share)
}
