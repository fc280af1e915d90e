import { HOME } from './settings_page.js'

interface Preset {
  key: string
  name: string
  /** What to do there, in the product's own words. “Our” values stand above them on the page. */
  steps: readonly string[]
}

const PRESETS: readonly Preset[] = [
  {
    key: 'other',
    name: 'Any',
    steps: [
      'Add a service provider (SP, relying party) for SAML 2.0 and give it our metadata, or the values above.',
      'Name ID format: email address. Sign the assertion with RSA and SHA-256.',
      'Send the attribute email, and a name where there is one.',
      'Give us the address of its metadata below, or their XML.',
    ],
  },
  {
    key: 'okta',
    name: 'Okta',
    steps: [
      'Admin Console → Applications → Create App Integration → SAML 2.0.',
      'Single sign-on URL: our ACS address. Audience URI (SP Entity ID): our entity ID.',
      'Name ID format: EmailAddress. Application username: Email.',
      'Attribute Statements: email = user.email, displayName = user.displayName. Group Attribute Statements: groups, filter as you need.',
      'Sign On → SAML 2.0 → Metadata details → copy the Metadata URL and give it to us below.',
      'Assignments: assign the people and groups who may log in.',
    ],
  },
  {
    key: 'entra',
    name: 'Entra ID',
    steps: [
      'Entra admin center → Enterprise applications → New application → Create your own application → Non-gallery.',
      'Single sign-on → SAML → Basic SAML Configuration. Identifier (Entity ID): our entity ID. Reply URL (Assertion Consumer Service URL): our ACS address. Logout Url: our log-out address.',
      'Attributes & Claims: add the claim email with the value user.mail where user names are no addresses. Add a group claim where rules give roles.',
      'SAML Certificates → copy the App Federation Metadata Url and give it to us below.',
      'Users and groups: assign the people who may log in.',
    ],
  },
  {
    key: 'google',
    name: 'Google',
    steps: [
      'Admin console → Apps → Web and mobile apps → Add app → Add custom SAML app.',
      'Download the IdP metadata, open the file and paste it below: Google has no address for them.',
      'Service provider details. ACS URL: our ACS address. Entity ID: our entity ID. Tick Signed response.',
      'Name ID format: EMAIL. Name ID: Basic Information > Primary email.',
      'Attribute mapping: First name → firstName, Last name → lastName.',
      'User access: turn the app on for the organizational units that may log in.',
    ],
  },
  {
    key: 'ping',
    name: 'Ping',
    steps: [
      'PingOne → Applications → Add → SAML Application → Manually Enter, or import our metadata.',
      'ACS URLs: our ACS address. Entity ID: our entity ID. SLO Endpoint: our log-out address.',
      'Sign Assertion & Response. Subject NameID Format: emailAddress.',
      'Attribute Mappings: saml_subject = Email Address, email = Email Address.',
      'Overview → copy the IDP Metadata URL and give it to us below. Then switch the application on.',
    ],
  },
  {
    key: 'onelogin',
    name: 'OneLogin',
    steps: [
      'Applications → Add App → SAML Custom Connector (Advanced).',
      'Configuration. Audience (EntityID): our entity ID. Recipient and ACS (Consumer) URL: our ACS address. ACS (Consumer) URL Validator: the same, written as a regular expression. Single Logout URL: our log-out address. SAML initiator: Service Provider.',
      'SAML nameID format: Email. SAML signature element: Both.',
      'SSO → SAML Signature Algorithm: SHA-256. Copy the Issuer URL: it is the address of the metadata. Give it to us below, or paste what More Actions → SAML Metadata saves.',
      'Users: assign the people who may log in.',
    ],
  },
  {
    key: 'keycloak',
    name: 'Keycloak',
    steps: [
      'Clients → Import client → our metadata (or Create client with the client type SAML). The client ID is our entity ID.',
      'Settings: Name ID format email, Force name ID format on, Sign assertions on, Signature algorithm RSA_SHA256.',
      'Keys: leave Client signature required on; our requests are signed.',
      'Client scopes → the dedicated scope → Add mapper → User Property: email. Group list for groups.',
      'Realm settings → Endpoints → SAML 2.0 Identity Provider Metadata: give us its address below.',
    ],
  },
  {
    key: 'adfs',
    name: 'AD FS',
    steps: [
      'AD FS Management → Relying Party Trusts → Add Relying Party Trust → Claims aware → Import data about the relying party published online: our entity ID is the address of our metadata.',
      'Edit Claim Issuance Policy → Send LDAP Attributes as Claims: E-Mail-Addresses → E-Mail Address, Display-Name → Name.',
      'Add a rule Transform an Incoming Claim: E-Mail Address → Name ID, format Email.',
      'Advanced: Secure hash algorithm SHA-256.',
      'The address of its metadata is https://YOUR-ADFS/FederationMetadata/2007-06/FederationMetadata.xml. Give it to us below where it can be reached from outside; otherwise paste the file.',
    ],
  },
]

/** Steps for the product that was chosen, and a way to each other one. */
export function presetView(chosen: unknown) {
  const current = PRESETS.find(({ key }) => key === chosen) ?? PRESETS[0]
  const all = PRESETS.map(({ key, name }) => ({
    name,
    path: `${HOME}/provider?preset=${key}`,
    isCurrent: key === current.key,
  }))
  return { all, steps: current.steps }
}
