import router from '@adonisjs/core/services/router'
import { needsFreshLogIn } from '../../fresh_log_in.js'
import { needs } from '../../needs.js'
import { HOME } from './settings_page.js'

const Overview = () => import('./overview_controller.js')
const Provider = () => import('./provider_controller.js')
const Domains = () => import('./domains_controller.js')
const DomainOwners = () => import('./domain_owners_controller.js')
const Attributes = () => import('./attributes_controller.js')
const Rules = () => import('./rules_controller.js')
const MetadataUrls = () => import('./metadata_urls_controller.js')
const ProviderFields = () => import('./provider_fields_controller.js')
const Certificates = () => import('./certificates_controller.js')
const OwnKeys = () => import('./own_keys_controller.js')
const Members = () => import('./members_controller.js')
const Enforcement = () => import('./enforcement_controller.js')
const SetupLinks = () => import('./setup_links_controller.js')
const Tests = () => import('./tests_controller.js')
const Hosts = () => import('./hosts_controller.js')
const Attempts = () => import('./attempts_controller.js')

/** The right to manage members includes the right to say who vouches for them. */
export function singleSignOnSettings() {
  router.group(pages).as('single_sign_on').use(needs('members'))
  router
    .group(changes)
    .as('single_sign_on')
    .use([needs('members'), needsFreshLogIn])
  router
    .group(enforcement)
    .as('single_sign_on.enforcement')
    .use([needs('members', 'plan'), needsFreshLogIn])
  router
    .post(`${HOME}/host`, [Hosts, 'update'])
    .as('single_sign_on.host.update')
    .use([needs('members', 'plan'), needsFreshLogIn])
}

/** What is shown, and forms that let nobody in and keep nobody out. */
function pages() {
  router.get(HOME, [Overview, 'show']).as('show')
  router.get(`${HOME}/provider`, [Provider, 'show']).as('provider.show')
  router.get(`${HOME}/host`, [Hosts, 'show']).as('host.show')
  router.get(`${HOME}/certificates`, [Certificates, 'index']).as('certificates.index')
  router.get(`${HOME}/domains`, [Domains, 'index']).as('domains.index')
  router.post(`${HOME}/domains/check`, [Domains, 'check']).as('domains.check')
  router.get(`${HOME}/attributes`, [Attributes, 'show']).as('attributes.show')
  router.post(`${HOME}/attributes/forget`, [Attributes, 'destroy']).as('attributes.destroy')
  router.get(`${HOME}/roles`, [Rules, 'index']).as('rules.index')
  router.get(`${HOME}/members`, [Members, 'show']).as('members.show')
  router.get(`${HOME}/enforcement`, [Enforcement, 'show']).as('enforcement.show')
  router.get(`${HOME}/setup-link`, [SetupLinks, 'show']).as('setup_link.show')
  router.get(`${HOME}/attempts`, [Attempts, 'index']).as('attempts.index')
  router.get(`${HOME}/attempts/:id`, [Attempts, 'show']).as('attempts.show')
  router.post(`${HOME}/test`, [Tests, 'store']).as('tests.store')
}

/** Who comes in, and as what. */
function changes() {
  provider()
  certificates()
  people()
  // the link itself is a way in
  router.post(`${HOME}/setup-link`, [SetupLinks, 'store']).as('setup_link.store')
  router.post(`${HOME}/setup-link/revoke`, [SetupLinks, 'destroy']).as('setup_link.destroy')
}

/** Who vouches for people, and whether. */
function provider() {
  router.post(`${HOME}/on`, [Overview, 'store']).as('store')
  router.post(`${HOME}/off`, [Overview, 'destroy']).as('destroy')
  router.post(`${HOME}/provider`, [Provider, 'update']).as('provider.update')
  router.post(`${HOME}/provider/url`, [MetadataUrls, 'store']).as('metadata_urls.store')
  router.post(`${HOME}/provider/fields`, [ProviderFields, 'store']).as('provider_fields.store')
}

function certificates() {
  const at = `${HOME}/certificates`
  router.post(at, [Certificates, 'store']).as('certificates.store')
  router.post(`${at}/:sha256/remove`, [Certificates, 'destroy']).as('certificates.destroy')
  router.post(`${HOME}/key/:step`, [OwnKeys, 'store']).as('own_keys.store')
}

/** Whom it vouches for, by which of its words, and as what. */
function people() {
  router.post(`${HOME}/domains`, [Domains, 'store']).as('domains.store')
  router.post(`${HOME}/domains/remove`, [Domains, 'destroy']).as('domains.destroy')
  router.post(`${HOME}/domains/owners`, [DomainOwners, 'update']).as('domain_owners.update')
  router.post(`${HOME}/attributes`, [Attributes, 'update']).as('attributes.update')
  router.post(`${HOME}/roles`, [Rules, 'update']).as('rules.update')
  router.post(`${HOME}/members`, [Members, 'update']).as('members.update')
}

/** Owners alone decide who is locked out. */
function enforcement() {
  router.post(`${HOME}/enforcement`, [Enforcement, 'store']).as('store')
  router.post(`${HOME}/enforcement/owners`, [Enforcement, 'update']).as('update')
  router.post(`${HOME}/enforcement/lift`, [Enforcement, 'destroy']).as('destroy')
}
