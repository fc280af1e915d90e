import env from '#start/env'
import { http } from '#config/app'
import { cells, loginSecrets, platformDatabase } from '#config/cells'
import { smtp } from '#config/mail'
import { redisServer as server } from '#config/redis'
import { sealKeys } from '#config/seal_keys'
import { sms, smsLimits as smsLimitsFrom } from '#config/sms'
import { timestamps as timestampAuthorities } from '#config/timestamps'
import { checkpointsFolder, logWitnesses } from '#app/audit/configuration'
import { witnessesFrom } from '#app/audit/transparency/witnesses'
import { redisServer } from '#app/foundation/redis/configuration'
import { figuresPlace, tracesPlace, watchedFolders } from '#app/monitoring/configuration'
import { proxies } from '#app/front_door/configuration'
import { mailFrom, smtpManners } from '#app/notifications/configuration'
import { securityContact } from '#app/platform/configuration'
import { keyBackupDays } from '#app/portability/configuration'
import { sealLevel, timestamps } from '#app/sealing/configuration'
import { keyStores } from '#app/sealing/keys/configuration'
import { bounceDomain } from '#app/sending/configuration'
import { smsLimits, smsProvider } from '#app/sending/sms/configuration'
import { databases, keysFolder, sharing } from '#app/tenancy/configuration'
import { dnsServers, publicAddress } from '#app/tenants/configuration'

const DEFAULT_KEY_BACKUP_DAYS = 35
const DEFAULT_WAIT_MS = 2_000
const DEFAULT_WAITERS = 200

/** What rooms of `app/` are given of the environment and of `config/`, which none of them reads. */
export function giveConfiguration(): void {
  redisServer.give(server)
  databases.give({ platform: platformDatabase, cells, secrets: loginSecrets })
  sharing.give({
    withinMs: env.get('DATABASE_WAIT_MS') ?? DEFAULT_WAIT_MS,
    waiters: env.get('DATABASE_WAITERS') ?? DEFAULT_WAITERS,
    placesOfOne: env.get('DATABASE_TENANT_POOL'),
  })
  keysFolder.give(env.get('KEYS_DIR'))
  checkpointsFolder.give(env.get('CHECKPOINTS_DIR') ?? null)
  logWitnesses.give(witnessesFrom(env.get('LOG_WITNESSES') ?? ''))
  keyBackupDays.give(env.get('KEY_BACKUP_DAYS') ?? DEFAULT_KEY_BACKUP_DAYS)
  givePublicAddress()
  dnsServers.give(listed(env.get('DNS_SERVERS')))
  mailFrom.give(env.get('MAIL_FROM'))
  smtpManners.give(smtp)
  bounceDomain.give(env.get('MAIL_BOUNCE_DOMAIN')?.toLowerCase() ?? null)
  smsProvider.give(sms())
  smsLimits.give(smsLimitsFrom())
  timestamps.give(timestampAuthorities())
  keyStores.give(sealKeys())
  sealLevel.give(env.get('SEAL_LEVEL') ?? 'B-LTA')
  const trusts = http.trustProxy as (address: string, distance: number) => boolean
  proxies.give({ named: env.get('TRUSTED_PROXIES'), trusts })
  figuresPlace.give(placeOfFigures())
  watchedFolders.give(foldersWithData())
  tracesPlace.give(placeOfTraces())
  securityContact.give(env.get('SECURITY_CONTACT') || null)
}

function foldersWithData(): Record<string, string> {
  const storage = env.get('DRIVE_DISK') === 'fs' ? env.get('STORAGE_DIR') : undefined
  const checkpoints = env.get('CHECKPOINTS_DIR')
  return {
    keys: env.get('KEYS_DIR'),
    ...(checkpoints && { checkpoints }),
    ...(storage && { storage }),
  }
}

function givePublicAddress(): void {
  const platformDomain = env.get('PLATFORM_DOMAIN').toLowerCase()
  publicAddress.give({
    scheme: env.get('PUBLIC_SCHEME'),
    port: env.get('PUBLIC_PORT'),
    platformDomain,
    formerDomains: listed(env.get('FORMER_PLATFORM_DOMAINS')?.toLowerCase()),
    targetDomain: env.get('TARGET_DOMAIN')?.toLowerCase() ?? `edge.${platformDomain}`,
  })
}

function placeOfFigures() {
  const port = env.get('METRICS_PORT')
  return port === undefined ? null : { host: env.get('METRICS_HOST') ?? '127.0.0.1', port }
}

function placeOfTraces() {
  const endpoint = env.get('OTEL_EXPORTER_OTLP_ENDPOINT')
  return endpoint ? { endpoint, ratio: env.get('OTEL_TRACES_SAMPLER_ARG') ?? 1 } : null
}

function listed(text = ''): string[] {
  const parts = text.split(',').map((part) => part.trim())
  return parts.filter(Boolean)
}
