import { column } from '@adonisjs/lucid/orm'
import { Secret } from '@adonisjs/core/helpers'
import { clock } from '#app/foundation/clock'
import { DAY_MS, MINUTE_MS } from '#app/foundation/duration'
import type { Environment } from '#app/foundation/environment'
import { randomToken, sha256Hex } from '#app/foundation/opaque_token'
import { AccountModel } from '#app/tenancy/models/account_model'
import { CurrentTenant, unit } from '#app/tenancy/current_tenant'
import { modelsOf } from '#app/tenancy/models/model_rows'
import { KnownDevices } from '../devices/known_devices.js'
import { SupportSession } from './support_session.js'
import { FactorPolicy } from '../access/factor_policy.js'
import type { RowOf } from '#app/tenancy/row'
import type { TeamName } from '../teams/team.js'
import User from '../users/user.js'
import { admitWithoutProvider } from './admission.js'

const IDLE_MS = 14 * DAY_MS
const MAX_USER_AGENT = 500

/** For how long a proof of who one is counts before what matters most: keys, roles, ownership, erasure. */
const FRESH_MS = 10 * MINUTE_MS

/** Of the users `u` of a statement. */
const TEAMS = `coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by lower(t.name))
  from team_members m join teams t on t.id = m.team_id where m.user_id = u.id), '[]')`

/** A session of an identity provider, of which ours is a part. */
export interface ByProvider {
  provider: string
  nameId: string
  nameFormat: string | null
  sessionIndex: string | null
  endsAt: Date
}

/** What somebody logged in with; null for an identity provider. */
export type LogInMethod = RowOf<'sessions'>['method']

interface Opening {
  method?: LogInMethod
  environment?: Environment
  ipAddress?: string
  userAgent?: string
  /** Who said so, where that was not a password: the session ends with theirs. */
  by?: ByProvider
  /** When they proved who they are, where that was not now. */
  provedAt?: Date
  /** By what the browser is recognised; without it nobody asks whether it is new. */
  device?: Secret<string>
  /** The browser is logged in at another host of the tenant. */
  isTransfer?: boolean
  /** The session that the browser came with: it ends, so that nobody who knew its token is logged in now. */
  replacing?: Session | null
}

/**
 * A browser in which somebody is logged in. It is a row of one tenant's account: under another tenant's host its token finds
 * nothing. Always read and written in the live scope; the environment that its pages show is a column.
 */
export default class Session extends AccountModel {
  static table = 'sessions'

  @column({ isPrimary: true, serializeAs: null })
  declare tokenSha256: string

  /** Null for a browser of somebody who supports the tenant: they are no user of it. */
  @column()
  declare userId: string | null

  @column()
  declare supportId: string | null

  @column()
  declare environment: Environment

  @column()
  declare ipAddress: string | null

  @column()
  declare userAgent: string | null

  @column()
  declare createdAt: Date

  @column()
  declare seenAt: Date

  @column()
  declare expiresAt: Date

  /** When the person last proved at this browser who they are; null for when it began. */
  @column()
  declare provedAt: Date | null

  /** Beyond which it is never prolonged; null for one that lives as long as it is used. */
  @column()
  declare endsAt: Date | null

  /** The identity provider that began it, and what it calls the person and their session. */
  @column()
  declare provider: string | null

  @column()
  declare nameId: string | null

  @column()
  declare nameFormat: string | null

  @column()
  declare sessionIndex: string | null

  @column()
  declare method: LogInMethod

  /** From when on it shows nothing but the way to a second factor. */
  @column()
  declare factorDueAt: Date | null

  declare user: User

  /** Those that the user is in, by name. */
  declare teams: readonly TeamName[]

  /** The support session that it belongs to. */
  declare support: SupportSession | null

  /** Logs a user in. The token is shown here only; its row keeps the SHA-256. @throws SingleSignOnRequired */
  static async open(
    user: User,
    opening: Opening = {}
  ): Promise<{ session: Session; token: Secret<string> }> {
    const { environment = 'live', ipAddress, userAgent, replacing, by, provedAt } = opening
    const { method, isTransfer } = opening
    const token = randomToken()
    const now = clock.now()
    const session = await unit(async () => {
      const factorDueAt = by ? null : await FactorPolicy.dueFor(user)
      const shown = isTransfer ? undefined : method
      if (!by) await admitWithoutProvider(user, { ipAddress, userAgent, method: shown })
      await replacing?.close()
      await recognise(user, opening)
      await User.query().where('id', user.id).update({ last_seen_at: now })
      return Session.create({
        tokenSha256: sha256Hex(token),
        userId: user.id,
        environment,
        ipAddress: ipAddress ?? null,
        userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        createdAt: now,
        seenAt: now,
        expiresAt: idleEnd(now, by?.endsAt),
        provedAt: provedAt ?? now,
        method: method ?? null,
        factorDueAt,
        ...by,
      })
    })
    session.user = user
    session.teams = []
    session.support = null
    return { session, token: new Secret(token) }
  }

  /** Lets an operator in whose code was taken. It ends with the support session, and is never prolonged. */
  static async openFor(
    support: SupportSession,
    { ipAddress, userAgent, replacing }: Omit<Opening, 'environment'> = {}
  ): Promise<Secret<string>> {
    const token = randomToken()
    const now = clock.now()
    await unit(async () => {
      await replacing?.close()
      await Session.create({
        tokenSha256: sha256Hex(token),
        userId: null,
        supportId: support.id,
        environment: 'live',
        ipAddress: ipAddress ?? null,
        userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null,
        createdAt: now,
        seenAt: now,
        expiresAt: support.expiresAt,
      })
    })
    return new Secret(token)
  }

  /** Null for an unknown or expired token, and for one whose user is disabled. Notes, at most once a minute, that it was seen. */
  static async byToken(token: string): Promise<Session | null> {
    const [sessions, users, visits] = await CurrentTenant.batch([
      { text: 'select * from sessions where token_sha256 = $1', values: [sha256Hex(token)] },
      {
        text: `select u.*, ${TEAMS} as teams from users u join sessions s on s.user_id = u.id where s.token_sha256 = $1`,
        values: [sha256Hex(token)],
      },
      {
        text: 'select v.* from support_sessions v join sessions s on s.support_id = v.id where s.token_sha256 = $1',
        values: [sha256Hex(token)],
      },
    ])
    const [session] = modelsOf(Session, sessions)
    if (!session || session.isExpired) return null
    const [support] = modelsOf(SupportSession, visits)
    const [user] = support ? [guest(support)] : modelsOf(User, users)
    if (!user || user.isDisabled || support?.isOver || (await support?.isShutOut())) return null
    session.user = user
    session.teams = (user.$extras.teams ?? []) as TeamName[]
    session.support = support ?? null
    if (!support) await session.#see()
    return session
  }

  /** Those in which somebody is logged in, the one that was used last first. */
  static openOf({ id }: User): Promise<Session[]> {
    return Session.query()
      .where('userId', id)
      .where('expiresAt', '>', clock.now())
      .orderBy('seenAt', 'desc')
      .orderBy('tokenSha256')
  }

  /** Every browser of a user, but the one that is kept: after a change of password, or when somebody leaves. */
  static async closeAll(user: User, { but }: { but?: Session } = {}): Promise<void> {
    const others = Session.query().where('userId', user.id)
    if (but) others.whereNot('tokenSha256', but.tokenSha256)
    await others.delete()
    await CurrentTenant.batch([
      { text: 'delete from half_log_ins where user_id = $1', values: [user.id] },
    ])
  }

  /** When somebody becomes an owner: an administrator chose the provider, whose word let them in as less. */
  static async closeThoseOfProviders(user: User): Promise<void> {
    await Session.query().where('userId', user.id).whereNotNull('provider').delete()
  }

  get isExpired(): boolean {
    return this.expiresAt.getTime() <= clock.now().getTime()
  }

  /** What it owes to an identity provider, for another of the same browser at another host. */
  get by(): ByProvider | undefined {
    const { provider, nameId, nameFormat, sessionIndex, endsAt } = this
    if (provider === null || nameId === null || endsAt === null) return undefined
    return { provider, nameId, nameFormat, sessionIndex, endsAt }
  }

  /** What a page calls it. It opens nothing. */
  get handle(): string {
    return sha256Hex(`session\n${this.tokenSha256}`)
  }

  /** Whether the person has to set up a second factor before anything else. */
  get lacksFactor(): boolean {
    return this.factorDueAt !== null && this.factorDueAt <= clock.now()
  }

  /** When the person last proved who they are. */
  get lastProof(): Date {
    return this.provedAt ?? this.createdAt
  }

  /** Whether that is recent enough for what matters most. */
  get isFresh(): boolean {
    return clock.now().getTime() - this.lastProof.getTime() < FRESH_MS
  }

  /**
   * The person has proved once more who they are. The session goes on under a new token: the previous token proves nothing.
   *
   * @returns null where it was ended meanwhile
   */
  prove(): Promise<Secret<string> | null> {
    return this.#renew(clock.now())
  }

  /** The account has changed: the session goes on under a new token, and proves no more than before. @returns null where it was ended meanwhile */
  rotate(): Promise<Secret<string> | null> {
    return this.#renew(this.provedAt)
  }

  async show(environment: Environment): Promise<void> {
    this.environment = environment
    await this.save()
  }

  async close(): Promise<void> {
    await Session.query().where('tokenSha256', this.tokenSha256).delete()
  }

  async #renew(provedAt: Date | null): Promise<Secret<string> | null> {
    const token = randomToken()
    const values = [this.tokenSha256, sha256Hex(token), provedAt]
    const [, renewed] = await CurrentTenant.batch([
      { text: 'delete from crossings where session = $1', values: [this.tokenSha256] },
      {
        text: 'update sessions set token_sha256 = $2, proved_at = $3 where token_sha256 = $1 returning token_sha256',
        values,
      },
    ])
    if (renewed.length === 0) return null
    this.tokenSha256 = sha256Hex(token)
    this.provedAt = provedAt
    return new Secret(token)
  }

  async #see(): Promise<void> {
    const now = clock.now()
    if (now.getTime() - this.seenAt.getTime() < MINUTE_MS) return
    this.seenAt = now
    this.expiresAt = idleEnd(now, this.endsAt)
    await this.save()
  }
}

async function recognise(user: User, { device, isTransfer, ...client }: Opening): Promise<void> {
  if (!device) return
  await KnownDevices.recognise({
    userId: user.id,
    token: device.release(),
    ipAddress: client.ipAddress ?? null,
    userAgent: client.userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    isTransfer: isTransfer ?? false,
  })
}

function idleEnd(now: Date, endsAt?: Date | null): Date {
  const idle = now.getTime() + IDLE_MS
  return new Date(Math.min(idle, endsAt?.getTime() ?? idle))
}

/** Somebody who has no row among the users: sees what an administrator sees. What they may do is decided elsewhere. */
function guest({ operatorId, operatorName }: SupportSession): User {
  const who = { id: operatorId, name: operatorName, email: 'Support' }
  return new User().merge({ ...who, role: 'admin', disabledAt: null })
}
