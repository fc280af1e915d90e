import db from '@adonisjs/lucid/services/db'
import { PRODUCT_NAME } from '#app/brand/platform_brand'
import { formerDomains, platformDomain } from '#app/tenants/hosts/public_address'
import { PLATFORM_COLOR, valuesOf, type BrandValues } from '#app/brand/brand_values'
import type { EffectiveBrand } from '#app/brand/effective_brand'
import type Tenant from '#app/tenants/tenant'

/** What would tell who stands behind a tenant, or beside it. */
export interface Mark {
  whose: string
  kind: 'name' | 'host' | 'colour'
  text: string
  pattern: RegExp
}

interface Relative {
  id: string
  name: string
  slug: string
  look: Partial<BrandValues> | null
  hosts: string[]
}

/** A shorter name is a word that anybody may use. */
const MIN_NAME = 4

/** Resellers above it, and who is sold to by the same. */
const RELATIVES = `with recursive up as (
    select parent_id as id from tenants where id = :id
    union all select t.parent_id from up join tenants t on t.id = up.id where up.id is not null
  ), family as (
    select id from up where id is not null
    union select s.id from tenants s where s.parent_id = (select parent_id from tenants where id = :id) and s.id <> :id
  ) select t.id, t.name, t.slug, b.look,
           coalesce((select array_agg(host) from domains d where d.tenant_id = t.id and d.status <> 'released'), '{}') as hosts
      from family join tenants t using (id) left join brands b on b.owner = t.id
     where t.status <> 'deleted' limit 500`

/** All that must not show where this tenant is shown. What it shows of its own, or by inheritance, is no mark of others. */
export async function marksAgainst(tenant: Tenant, brand: EffectiveBrand): Promise<Mark[]> {
  const { rows } = await db
    .connection('platform')
    .rawQuery<{ rows: Relative[] }>(RELATIVES, { id: tenant.id })
  const own = [tenant.name, brand.name, brand.snapshot.senderName ?? '']
  const marks = [...(await marksOfPlatform()), ...rows.flatMap(marksOf)]
  return marks.filter(({ kind, text }) => {
    if (kind === 'name') return !own.some((name) => name.toLowerCase() === text.toLowerCase())
    return kind !== 'colour' || ![brand.color, brand.snapshot.linkColor].includes(text)
  })
}

async function marksOfPlatform(): Promise<Mark[]> {
  const text = `select look from brands where owner = 'platform'`
  const { rows } = await db.connection('platform').rawQuery<{ rows: Relative[] }>(text)
  const { name, color } = valuesOf(rows[0]?.look ?? {})
  return [
    nameMark('the platform', PRODUCT_NAME),
    ...(name ? [nameMark('the platform', name)] : []),
    ...[platformDomain(), ...formerDomains()].map((host) => hostMark('the platform', host)),
    ...[PLATFORM_COLOR, color].flatMap((hex) => (hex ? [colorMark('the platform', hex)] : [])),
  ]
}

function marksOf({ id, name, slug, look, hosts }: Relative): Mark[] {
  const { name: shownName, color } = valuesOf(look ?? {})
  const names = [name, shownName].filter((one) => one !== null && one.length >= MIN_NAME)
  return [
    ...names.map((one) => nameMark(id, one!)),
    ...[`${slug}.${platformDomain()}`, ...hosts].map((host) => hostMark(id, host)),
    ...(color ? [colorMark(id, color)] : []),
  ]
}

export function nameMark(whose: string, text: string): Mark {
  return { whose, kind: 'name', text, pattern: wordPattern(text) }
}

export function hostMark(whose: string, text: string): Mark {
  const pattern = new RegExp(`(?<![\\w-])${escaped(text)}(?![\\w-]|\\.[a-z])`, 'iu')
  return { whose, kind: 'host', text, pattern }
}

/** As `#rrggbb`, and as PDF and style sheets may have it. */
export function colorMark(whose: string, text: string): Mark {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))
  const forms = [escaped(text), `rgb\\(\\s*${red}[,\\s]+${green}[,\\s]+${blue}`]
  return { whose, kind: 'colour', text, pattern: new RegExp(forms.join('|'), 'iu') }
}

function wordPattern(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'iu')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
}
