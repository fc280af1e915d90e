import { test } from '@japa/runner'
import { fromElsewhere } from '#app/portability/rows/domain_rows'

const at = '2026-01-01T00:00:00.000Z'
const row = (host: string, status: string, more: object = {}) => ({
  ...{ id: `dom_${host}`, host, kind: 'host', purposes: ['signing'], challenge: 'c', status },
  ...{ primary_for: ['signing'], verified_at: at, checked_at: at, failing_since: null },
  ...{ warned_at: null, kept_until: null, findings: { records: [] }, created_at: at, ...more },
})

test.group('Domains of an archive from elsewhere', () => {
  test('are claims of today, whatever had become of them there', ({ assert }) => {
    const rows = [
      row('a.test', 'active'),
      row('b.test', 'failing', { failing_since: at, warned_at: at }),
      row('c.test', 'suspended', { kept_until: at }),
      row('d.test', 'pending'),
    ]
    for (const [index, domain] of fromElsewhere(rows).entries()) {
      const { id, host, kind, purposes, challenge } = rows[index]
      const { created_at: claimedAt, ...others } = domain
      assert.closeTo(Date.parse(String(claimedAt)), Date.now(), 60_000)
      assert.deepEqual(others, {
        ...{ id, host, kind, purposes, challenge, status: 'pending', primary_for: [] },
        findings: null,
        ...{ verified_at: null, checked_at: null, failing_since: null, warned_at: null },
        kept_until: null,
      })
    }
  })

  test('stay given up where their tenant had given them up, and are kept from nobody here', ({
    assert,
  }) => {
    const before = row('a.test', 'released', { primary_for: [], kept_until: at })
    const [domain] = fromElsewhere([before])
    assert.deepEqual(domain, { ...before, kept_until: null })
  })
})
