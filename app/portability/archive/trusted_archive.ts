import type { KeyObject } from 'node:crypto'
import { SchemaTemplate } from '#app/tenancy/schemas/schema_template'
import { schemaNames } from '#app/tenancy/tenant_ref'
import { fingerprint, InstallationKey } from '../installation_key.js'
import { namesAnother, type PlatformRows } from '../rows/platform_rows.js'
import { ArchiveReader } from './archive_reader.js'
import { KEY_ENTRY, PLATFORM_ENTRY } from './manifest.js'
import { unwrapRoot, type WrappedRoot } from './wrapped_root.js'
import ArchiveUnreadable from '../errors/archive_unreadable.js'
import SignerUnknown from '../errors/signer_unknown.js'

/** Whose archives are taken, and what opens them. */
export interface Trust {
  /** Opens the root; this installation's own, unless given. */
  key?: KeyObject
  /** Fingerprint of the installation that signed, where it is another. */
  trust?: string
}

/** An archive that was signed by somebody we trust, with what only its addressee can read. */
export interface TrustedArchive {
  archive: ArchiveReader
  rows: PlatformRows
  root: Buffer
  /** Signed by this very installation. */
  isOurs: boolean
}

/** @throws ArchiveUnreadable, SignerUnknown, KeyRefused */
export async function openTrusted(file: string, trust: Trust): Promise<TrustedArchive> {
  const archive = await ArchiveReader.open(file)
  const { publicKey, tenantId } = archive.manifest
  const isOurs = await isKnown(fingerprint(publicKey), trust)
  await assertKnownVersions(archive)
  const key = trust.key ?? (await InstallationKey.receiving())
  const root = unwrapRoot(archive.json<WrappedRoot>(KEY_ENTRY), tenantId, key)
  const rows = archive.json<PlatformRows>(PLATFORM_ENTRY)
  const stray = namesAnother(rows, tenantId)
  if (stray) throw new ArchiveUnreadable(`its rows of ${stray} are not this tenant’s alone`)
  schemaNames(tenantId)
  return { archive, rows, root, isOurs }
}

/** @returns whether it is this installation */
async function isKnown(signer: string, { trust }: Trust): Promise<boolean> {
  const isOurs = signer === (await InstallationKey.fingerprint())
  if (!isOurs && signer !== trust?.replaceAll(/[\s:]/g, '').toLowerCase())
    throw new SignerUnknown(signer)
  return isOurs
}

async function assertKnownVersions({ manifest: { schemas } }: ArchiveReader): Promise<void> {
  const known = {
    account: await SchemaTemplate.latest('account'),
    live: await SchemaTemplate.latest('environment'),
    test: await SchemaTemplate.latest('environment'),
  }
  for (const place of ['account', 'live', 'test'] as const) {
    if ((schemas[place] ?? 0) > known[place])
      throw new ArchiveUnreadable('it was made by a later release than this one')
  }
  if (schemas.account === undefined || schemas.live === undefined)
    throw new ArchiveUnreadable('it lacks an account')
}
