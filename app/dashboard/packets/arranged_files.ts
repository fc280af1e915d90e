import { LIMITS } from '#app/documents/limits'
import type { DashboardPhrasebook } from '#app/foundation/phrases/dashboard_phrasebook'

/** What a form says of the files of a draft or template: which stay, and in what order. */
export class ArrangedFiles {
  private constructor(
    /** Each by its place among the files of now, from 0. */
    readonly order: readonly number[]
  ) {}

  /** @param count  how many files it has @param values  `place0`, `remove0` and so on */
  static in(values: Readonly<Record<string, string>>, count: number): ArrangedFiles {
    const kept = Array.from({ length: count }, (_, at) => at).filter(
      (at) => values[`remove${at}`] !== 'yes'
    )
    const placeOf = (at: number) => Number(values[`place${at}`]) || at + 1
    return new ArrangedFiles(
      kept.sort((one, other) => placeOf(one) - placeOf(other) || one - other)
    )
  }

  /** What is wrong with these and as many more, in a sentence. */
  faultWith(added: number, { t }: DashboardPhrasebook): string | null {
    const count = this.order.length + added
    if (count === 0) return t('packets.keep_one')
    return count > LIMITS.files ? t('packets.too_many', { count: LIMITS.files }) : null
  }

  /** Nothing is different. */
  isAsBefore(count: number): boolean {
    return this.order.length === count && this.order.every((at, index) => at === index)
  }
}
