/** What bodies are called, by the names of their operations. */
export const BODY_NAMES: Readonly<Record<string, string>> = {
  'signatures.send': 'NewSending',
  'documents.store': 'NewDocument',
  'documents.update': 'DocumentChange',
  'documents.void': 'VoidReason',
  'documents.extend': 'DocumentExtension',
  'documents.signers.update': 'SignerChange',
  'verify': 'FileToVerify',
  'templates.store': 'NewTemplate',
  'templates.update': 'TemplateChange',
  'templates.documents.store': 'TemplateUse',
  'webhooks.store': 'NewWebhook',
  'webhooks.update': 'WebhookChange',
  'webhooks.test': 'WebhookTest',
  'webhooks.rotate_secret': 'SecretRotation',
  'tenants.store': 'NewTenant',
  'tenants.update': 'TenantChange',
  'tenants.suspend': 'TenantSuspension',
  'tenants.handover': 'NewTenantOwner',
  'tenants.release': 'ReleaseConfirmation',
  'test.clock.advance': 'ClockAdvance',
  'test.reset': 'SandboxReset',
}

/** What the parts of bodies are called, by where they stand. */
export const PART_NAMES: Readonly<Record<string, string>> = {
  'signers[]': 'NewSigner',
  'signers[].fields[]': 'NewField',
  'signers[].fields[].options': 'NewFieldOptions',
  'fields[]': 'NewFieldOfSigner',
  'fields[].options': 'NewFieldOptions',
  'people[]': 'PersonInRole',
  'roles[]': 'NewRole',
  'roles[].fields[]': 'NewFieldOfRole',
  'roles[].fields[].options': 'NewFieldOptions',
  'owner': 'NewOwner',
}
