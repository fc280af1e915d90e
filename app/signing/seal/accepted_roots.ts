import db from '@adonisjs/lucid/services/db'
import { timestamps } from '#app/sealing/configuration'
import type { Revocation } from '#app/sealing/revocation'
import type { TrustedRoots } from '#app/sealing/verifier/seal_report'

interface Accepted {
  /** DER in base64. */
  seals: { certificate: string; isTest: boolean }[]
  /** With ISO 8601. */
  revoked: (Omit<Revocation, 'revokedAt'> & { revokedAt: string })[]
}

const ROOTS = `
  select coalesce(jsonb_agg(jsonb_build_object('certificate', encode(certificate, 'base64'), 'isTest', environment = 'test')
           order by created_at desc), '[]')
    from seal_authorities where kind in ('root', 'direct')`

const REVOKED = `
  select coalesce(jsonb_agg(jsonb_build_object('serial', serial, 'reason', reason, 'revokedAt', revoked_at) order by recorded_at, serial), '[]')
    from revocations_in_force`

/** The authorities that this installation accepts, and what they have revoked by now. */
export async function acceptedRoots(): Promise<TrustedRoots> {
  const [{ seals, revoked }] = await read<Accepted>(`(${ROOTS}) as seals, (${REVOKED}) as revoked`)
  return {
    ...rootsOf({ seals }),
    revoked: revoked.map((one) => ({ ...one, revokedAt: new Date(one.revokedAt) })),
  }
}

/** Without what they have revoked. */
export async function acceptedAuthorities(): Promise<TrustedRoots> {
  const [{ seals }] = await read<Pick<Accepted, 'seals'>>(`(${ROOTS}) as seals`)
  return { ...rootsOf({ seals }), revoked: [] }
}

function rootsOf({ seals }: Pick<Accepted, 'seals'>) {
  return {
    seals: seals.map(({ certificate, isTest }) => ({
      der: Buffer.from(certificate, 'base64'),
      isTest,
    })),
    timestamps: timestamps.value.roots.map(({ raw }) => raw),
  }
}

async function read<Row>(columns: string): Promise<[Row]> {
  const platform = db.connection('platform')
  const { rows } = await platform.rawQuery<{ rows: [Row] }>(`select ${columns}`)
  return rows
}
