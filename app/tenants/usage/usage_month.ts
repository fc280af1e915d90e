import { clock } from '#app/foundation/clock'

/** A calendar month in UTC, in which usage is counted. */
export class UsageMonth {
  private constructor(
    /** `2026-11` */
    readonly name: string,
    readonly startsAt: Date,
    readonly resetsAt: Date
  ) {}

  static of(date: Date): UsageMonth {
    const year = date.getUTCFullYear()
    const month = date.getUTCMonth()
    const startsAt = new Date(Date.UTC(year, month))
    return new UsageMonth(
      startsAt.toISOString().slice(0, 7),
      startsAt,
      new Date(Date.UTC(year, month + 1))
    )
  }

  static current(): UsageMonth {
    return UsageMonth.of(clock.now())
  }
}
