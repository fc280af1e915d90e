import { relative } from 'node:path'
import { root } from '../services/clone.mjs'
import { bold, dim } from '../services/progress.mjs'
import { curlFor } from './main_job.mjs'

/** What somebody wants to know once the demo runs. */
export function summary({
  platformUrl,
  tenants,
  operator,
  job,
  mail,
  hooks,
  transactions,
  folder,
  command,
}) {
  const [tenant] = tenants
  const logs = relative(root, folder.at('logs'))
  return [
    '',
    bold(`Sent “${job.document.title}” to two signers for ${tenant.slug} (${job.document.id}).`),
    job.hasArrived
      ? 'Both invitations are in the inbox, and the webhook document.sent came with a valid signature.'
      : `The invitations or the webhook have not come in yet; see ${logs}/worker.log.`,
    '',
    ...job.document.signerLinks.map((link) => `  ${link.email.padEnd(20)} ${link.url}`),
    '',
    ...rows([
      ['Inbox', mail.url],
      ['Webhooks', hooks.url],
      [
        'Sales',
        `${transactions.url}  ${dim('a program that sends contracts of sale in the sandbox')}`,
      ],
      ['Platform', platformUrl],
    ]),
    '',
    ...tenants.flatMap(account),
    ...platform(operator),
    bold('Send another one:'),
    '',
    curlFor({ tenant, sample: job.sample }),
    '',
    dim(
      `Logs are in ${logs}. Ctrl-C ends everything; \`npm run ${command} -- --fresh\` forgets everything.`
    ),
  ].join('\n')
}

function account(tenant) {
  return [
    `${bold(tenant.slug)} (${tenant.plan})`,
    ...rows([
      ['Dashboard', tenant.url],
      ['Log in', `${tenant.ownerEmail}  ${tenant.ownerPassword}`],
      ...(tenant.liveKey ? [['Live key', tenant.liveKey]] : []),
      ['Test key', tenant.testKey],
    ]),
    '',
  ]
}

function platform(operator) {
  return [
    `${bold('Platform console')} ${dim('(password, then a code)')}`,
    ...rows([
      ['Console', operator.url],
      ['Log in', `${operator.email}  ${operator.password}`],
      ['TOTP', `${operator.totpSecret}  ${dim('for an authenticator app')}`],
      ['Or once', operator.recoveryCodes.slice(0, 3).join('  ')],
    ]),
    '',
  ]
}

function rows(pairs) {
  return pairs.map(([name, value]) => `  ${name.padEnd(10)} ${value}`)
}
