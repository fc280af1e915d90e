import { pathToFileURL } from 'node:url'
import app from '@adonisjs/core/services/app'

/** A hole in the product, and what a proof must say of it. */
export interface Hole {
  readonly name: string
  /** Modules of `app`, what in them, and what stands there instead. */
  readonly changes: readonly (readonly [file: string, from: string, to: string])[]
  /** A finding that names it. */
  readonly finding: RegExp
}

/** The environment of processes whose product has these holes. */
export function withHoles(holes: readonly Pick<Hole, 'changes'>[]): Record<string, string> {
  const changes = holes.flatMap((hole) =>
    hole.changes.map(([file, from, to]) => ({ file, from, to }))
  )
  const maker = pathToFileURL(app.makePath('tests/support/holes.mjs')).href
  const options = [process.env.NODE_OPTIONS, `--import=${maker}`].filter(Boolean).join(' ')
  return { NODE_OPTIONS: options, HOLES: JSON.stringify(changes) }
}

const LOST = (rights: string) => `needs\\(['"]${rights}['"]\\)`
const LOST_POLICY = (name: string) => `needs\\(\\.\\.\\.${name}\\.rightsFor\\(act\\)\\)`

/** Rights and checks that somebody has lost: who may do what within a tenant, and at the platform. */
export const LOST_CHECKS: readonly Hole[] = [
  {
    name: 'keys are revoked by everybody',
    changes: [['dashboard/keys/routes', LOST_POLICY('KeyPolicy'), 'needs()']],
    finding: /^role: POST \/settings\/keys\/:id\/revoke by the viewer/,
  },
  {
    name: 'everybody sees the members',
    changes: [['dashboard/members/routes', LOST_POLICY('MemberPolicy'), 'needs()']],
    finding: /^role: GET \/settings\/members by the viewer/,
  },
  {
    name: 'a key may do more than its scopes',
    changes: [
      [
        'api/v1/access/gate',
        'for \\(const scope of [^)]*\\)\\)\\s*ctx\\.caller\\.require\\(scope\\);?',
        '',
      ],
    ],
    finding: /^scope: POST \/api\/v1\/documents\/:id\/void by a live key without documents:write/,
  },
  {
    name: 'support changes what it only may look at',
    changes: [
      ['dashboard/security/support_limits', 'if \\(!isOpenToVisit', 'if (false && !isOpenToVisit'],
    ],
    finding: /^support: POST .* by a support visit that only reads/,
  },
  {
    name: 'every operator is an administrator',
    changes: [['platform/needs', '!rights\\.every\\(', 'false && rights.every(']],
    finding: /^console: POST \/operators.* by an operator of the platform/,
  },
  {
    name: 'the password alone opens the console',
    changes: [['platform/signed_in', 'session\\?\\.proof !== [\'"]both[\'"]', '!session']],
    finding: /^console: GET \/tenants by an administrator who gave the password alone/,
  },
  {
    name: 'everybody reads the sandbox’s mails',
    changes: [['dashboard/mailbox/routes', LOST('mailbox'), 'needs()']],
    finding: /^role: GET \/test\/mailbox by the viewer/,
  },
  {
    name: 'everybody looks after webhooks',
    changes: [['dashboard/webhooks/routes', LOST('webhooks[\'"], [\'"]allDocuments'), 'needs()']],
    finding: /^role: POST \/settings\/webhooks\/:id\/\S+ by the (?:member|viewer)/,
  },
  {
    name: 'an administrator makes owners',
    changes: [
      [
        'dashboard/members/roles_controller',
        'rolesGivenBy\\(ctx\\.dashboard\\.user\\.role\\)',
        "rolesGivenBy('owner')",
      ],
      [
        'identity/access/member_policy',
        'role !== [\'"]owner[\'"] \\|\\| by === [\'"]owner[\'"]',
        'true',
      ],
    ],
    finding: /^option: POST \/settings\/members\/:id\/role by the admin .* role=owner/,
  },
  {
    name: 'a test key reads live documents',
    changes: [
      ['api/v1/access/key_holder', 'environment: secret\\.environment', "environment: 'live'"],
    ],
    finding: /^environment: GET \/api\/v1\/documents by a test key/,
  },
]

const KEPT = (name: string, key: string, value: string) =>
  `const kept = (globalThis.${name} ??= new Map()); if (!kept.has(${key})) kept.set(${key}, await (async () => { return ${value} })()); return kept.get(${key});`

/** A tenant that is forgotten: in a condition, in a cache, in a piece of work. */
export const FORGOTTEN_TENANTS: readonly Hole[] = [
  {
    name: 'a reseller changes any tenant that it names',
    changes: [
      ['tenants/resale/resale', 'id: tenantId, parentId: this\\.reseller\\.id', 'id: tenantId'],
    ],
    finding:
      /^(?:change: rows of the stranger in platform\.tenants|tenant: POST \/tenants\/:id\/resume)/,
  },
  {
    name: 'how a tenant looks is kept without its name',
    changes: [
      [
        'brand/profile',
        'async current\\s*\\(\\)\\s*\\{',
        `async current() { const { environment } = CurrentTenant.get(); ${KEPT('profiles', 'environment', 'await Profile.fresh()')} }, async fresh() {`,
      ],
    ],
    finding: /^home: the brand’s name of .* in the answer to GET \/docs/,
  },
  {
    name: 'a domain is found by its id alone',
    changes: [['dashboard/domains/found_domain', ',\\s*tenantId: ctx\\.tenant\\.id', '']],
    finding: /^tenant: GET \/settings\/domains\/:id by the owner of the reseller/,
  },
  {
    name: 'a session is known at every host',
    changes: [
      [
        'dashboard/signed_in',
        'const session = await sessionOfToken\\(token\\);?',
        'const known = (globalThis.sessions ??= new Map()); const session = (await sessionOfToken(token)) ?? known.get(token) ?? null; if (session) known.set(token, session);',
      ],
    ],
    finding: /^host: GET \/documents by the owner of another tenant at the stranger’s host/,
  },
  {
    name: 'a signing link leads to its document under every host',
    changes: [
      [
        'signing/links/signer_session',
        'const ofDocument = ',
        'const known = (globalThis.links ??= new Map()); if (known.has(hash)) return known.get(hash); const ofDocument = ',
      ],
      [
        'signing/links/signer_session',
        'return (new SignerSession\\([^)]*\\));?',
        'const made = $1; known.set(hash, made); return made;',
      ],
    ],
    finding: /^token: GET \/sign\/:token.* at the reseller’s host/,
  },
  {
    name: 'a reseller sees the tenants of its tenants',
    changes: [
      [
        'tenants/resale/resold_tenant',
        't\\.parent_id = :resellerId and',
        '(t.parent_id = :resellerId or t.parent_id in (select id from tenants where parent_id = :resellerId)) and',
      ],
    ],
    finding:
      /^related: GET \/(?:api\/v1\/)?tenants\/:id .* of the reseller .* the tenant of its tenant/,
  },
  {
    name: 'a picture is served under every host',
    changes: [
      [
        'brand/brand_images',
        'async find\\s*\\(sha256\\)\\s*\\{',
        `async find(sha256) { const known = (globalThis.pictures ??= new Map()); const image = known.get(sha256) ?? (await this.read(sha256)); if (image) known.set(sha256, image); return image; }, async read(sha256) {`,
      ],
    ],
    finding: /^token: GET \/brand\/:name .* at the reseller’s host, on the stranger/,
  },
  {
    name: 'a webhook goes where the last one went',
    changes: [
      [
        'webhooks/deliveries/webhook_request',
        'const \\{ url, body \\} = request;?',
        'const { body } = request; const url = (globalThis.address ??= request.url);',
      ],
    ],
    finding: /^message: .* of the stranger .* in a webhook/,
  },
  {
    name: 'work tells of the tenant that it names',
    changes: [
      ['tenants/usage/usage_report', 'report\\(tenant\\.id, Number', 'report(task.ref, Number'],
    ],
    finding: /^change: rows of the stranger in platform\.usage_totals/,
  },
  {
    name: 'who shows no cookie is the first who was seen',
    changes: [
      [
        'dashboard/signed_in',
        'if \\(!token\\)\\s*return null;?',
        "if (!token) { const { default: User } = await import('#app/identity/users/user'); const session = new Session(); session.tokenSha256 = 'nobody'; session.user = await User.query().where('role', 'owner').firstOrFail(); session.support = null; session.seenAt = new Date(0); return session; }",
      ],
    ],
    finding: /^stranger: GET \/documents by nobody in particular/,
  },
  {
    name: 'what is signed stands in the log',
    changes: [
      [
        'signer_pages/access/signer_guard',
        'ctx\\.signing = session;?',
        'ctx.signing = session; ctx.logger.info(session.document.title);',
      ],
    ],
    finding: /^log: a document’s title/,
  },
  {
    name: 'Redis is told the titles of documents',
    changes: [
      [
        'signer_pages/access/signer_guard',
        'const base = signingPath\\(ctx\\);?',
        "const base = signingPath(ctx); const { default: redis } = await import('@adonisjs/redis/services/main'); await redis.set(`seen:${signer.id}`, document.title, 'EX', 60);",
      ],
    ],
    finding: /^redis: a document’s title/,
  },
]
