import db from '@adonisjs/lucid/services/db'
import { counted } from '#app/foundation/counted'
import { OutdatedHosts } from '#app/tenants/hosts/outdated_hosts'
import {
  formerDomains,
  isPlatformHost,
  platformDomain,
  platformHost,
  targetDomain,
} from '#app/tenants/hosts/public_address'
import Tenant from '#app/tenants/tenant'
import { failed, ok, type Finding } from './finding.js'

const MORE = 'docs/deploy/another_domain.md'

/**
 * Hosts of tenants' own whose records led to another target when they were last looked at: to the name that their tenant has, below
 * another domain. Before that look it is what they should have led to.
 */
const LED_ELSEWHERE = `
  select substring(led.name from '[.](.*)$') as target, count(distinct d.id)::int as count
    from domains d join domain_targets t on t.tenant_id = d.tenant_id,
      jsonb_array_elements(d.findings->'records') record,
      lateral (
        select record->>'value'
        union all
        select jsonb_array_elements_text(answer->'found') from jsonb_array_elements(record->'answers') answer
      ) led (name)
   where d.status in ('active', 'failing') and record->>'about' = 'address'
     and led.name like t.label || '.%' and led.name not like ?
   group by 1 order by 2 desc limit 1`

/** What PLATFORM_DOMAIN and TARGET_DOMAIN leave behind where they were changed, or a backup was put back under another name. */
export async function checkHosts(): Promise<Finding[]> {
  const found = [...(await outdated()), ...(await onFormerDomain()), ...(await ledElsewhere())]
  return found.length > 0
    ? found
    : [ok('hosts', `links of tenants are below ${platformDomain()}, or at hosts of their own`)]
}

async function outdated(): Promise<Finding[]> {
  const [first, ...others] = await OutdatedHosts.find()
  if (!first) return []
  const more = others.length > 0 ? ` and of ${others.length} more` : ''
  const says = `links of ${first.slug} lead to ${first.host}${more}, and PLATFORM_DOMAIN is ${platformDomain()}`
  const remedy = `Run npm run ace -- platform:moved, or set PLATFORM_DOMAIN to what it was (${MORE}).`
  return [failed('hosts', says, remedy)]
}

/** The platform's domain of before may lie right below that of now. */
async function onFormerDomain(): Promise<Finding[]> {
  const slugs = formerDomains()
    .filter(isPlatformHost)
    .map((host) => host.split('.')[0])
  const tenants = await Tenant.query()
    .whereIn('slug', slugs)
    .whereIn('status', ['ready', 'suspended'])
  return tenants.map(({ slug }) => {
    const says = `the tenant ${slug} is not found at ${platformHost(slug)}, which is one of FORMER_PLATFORM_DOMAINS`
    const remedy = `Export it and import it with another slug (tenant:import --slug). Without that name in FORMER_PLATFORM_DOMAINS the codes on all certificates would lead to this tenant (${MORE}).`
    return failed('hosts', says, remedy)
  })
}

async function ledElsewhere(): Promise<Finding[]> {
  const { rows } = await db
    .connection('platform')
    .rawQuery<{ rows: { target: string; count: number }[] }>(LED_ELSEWHERE, [`%.${targetDomain()}`])
  return rows.map(({ target, count }) => {
    const hosts = counted(count, 'host of a tenant has', 'hosts of tenants have')
    const says = `${hosts} records that lead to ${target}, and the target is ${targetDomain()}`
    const remedy = `Set TARGET_DOMAIN=${target} and keep its records in the DNS: after three days without them these hosts are suspended (${MORE}).`
    return failed('hosts', says, remedy)
  })
}
