/** Made from the numbered SQL of `database` by `npm run tables`: edit that instead. */

/** Tables of an account: `t_<id>`. */
export interface AccountTables {
  address_changes: {
    id: string
    user_id: string
    old_email: string
    new_email: string
    salt: Buffer
    confirm_sha256: string
    refuse_sha256: string
    undo_sha256: string
    requested_at: Date
    expires_at: Date
    changed_at: Date | null
    undo_until: Date | null
  }
  api_keys: {
    id: string
    environment: 'live' | 'test'
    name: string
    scopes: string[]
    prefix: string
    last_four: string
    secret_sha256: string
    created_by: string
    last_used_at: Date | null
    last_used_ip: string | null
    expires_at: Date | null
    revoked_at: Date | null
    created_at: Date
    allowed_ips: string[]
    allowed_origins: string[]
    replaced_by: string | null
  }
  brand: {
    singleton: boolean
    name: string | null
    color: string | null
    support_email: string | null
    version: number
    updated_at: Date
    logo: string | null
    icon: string | null
    link_color: string | null
    radius: 'none' | 'small' | 'medium' | 'large' | null
    font: string | null
    sender_name: string | null
    mail_footer: string | null
    imprint_url: string | null
    privacy_url: string | null
    terms_url: string | null
    consent: unknown
    redirect_url: string | null
    redirect_hosts: string[] | null
    languages: string[] | null
    tenants_name: string | null
    finished_file: 'link' | 'attachment' | null
  }
  brand_images: {
    sha256: string
    bytes: Buffer
    width: number
    height: number
    is_inherited: boolean
    created_at: Date
  }
  brand_versions: {
    version: number
    look: unknown
    actor_id: string | null
    actor_name: string
    created_at: Date
  }
  chain_head: {
    singleton: boolean
    sequence: number
    hash: string | null
  }
  crossings: {
    code_sha256: string
    session: string
    host: string
    nonce_sha256: string
    next: string
    expires_at: Date
  }
  digest_lines: {
    digest_id: string
    document_id: string
    kind: 'viewed' | 'signed' | 'completed' | 'declined' | 'expired' | 'voided' | 'expiring'
    signer_id: string
    at: Date
  }
  digests: {
    id: string
    user_id: string
    due_at: Date
  }
  directory_group_members: {
    group_id: string
    user_id: string
  }
  directory_groups: {
    id: string
    display_name: string
    external_id: string | null
    role: 'admin' | 'developer' | 'member' | 'viewer' | null
    created_at: Date
    updated_at: Date
  }
  directory_roles: {
    user_id: string
  }
  directory_tokens: {
    id: string
    name: string
    token_sha256: string
    created_by: string
    created_at: Date
    expires_at: Date | null
    revoked_at: Date | null
    last_used_at: Date | null
  }
  directory_users: {
    user_id: string
    user_name: string
    external_id: string | null
    profile: unknown
    created_at: Date
    updated_at: Date
  }
  emergency_owners: {
    user_id: string
    named_by: string
    named_at: Date
  }
  factor_policy: {
    singleton: boolean
    required_at: Date | null
    required_by: string | null
    due_at: Date | null
  }
  half_log_ins: {
    token_sha256: string
    user_id: string
    next: string | null
    created_at: Date
    expires_at: Date
  }
  handover: {
    singleton: boolean
    id: string
    email: string
    name: string
    asked_by: string
    due_at: Date
    outcome: 'done' | 'refused' | null
    created_at: Date
    actor: unknown
  }
  heard_news: {
    id: string
    heard_at: Date
  }
  inherited_brand: {
    singleton: boolean
    look: unknown
    reseller: string | null
    updated_at: Date
  }
  integrations: {
    id: string
    environment: 'live' | 'test'
    name: string
    endpoint_id: string
    key_id: string | null
    created_by: string
    created_at: Date
  }
  known_devices: {
    id: string
    user_id: string
    token_sha256: string
    ip_address: string | null
    user_agent: string | null
    created_at: Date
    seen_at: Date
  }
  live_days: {
    day: Date
    sent: number
  }
  log_in_failures: {
    id: string
    hour: Date
    user_id: string
    ip_address: string
    tries: number
  }
  log_in_policy: {
    singleton: boolean
    sso_required_at: Date | null
    sso_required_by: string | null
    lifted_at: Date | null
    returned_at: Date | null
  }
  notices: {
    id: string
    kind: string
    details: unknown
    user_id: string | null
    created_at: Date
  }
  own_certificates: {
    id: string
    source: 'file' | 'provider' | 'token'
    certificate: Buffer
    chain: Buffer[]
    access: Buffer | null
    ends_at: Date
    created_by: string
    created_at: Date
    retired_at: Date | null
    told_days: number | null
    failing_since: Date | null
    failing_fault: string | null
    failing_said: string | null
    failing_told_at: Date | null
    renewing_until: Date | null
  }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    host: string
    public_key: Buffer
    counter: string
    transports: string[]
    name: string
    is_synced: boolean
    created_at: Date
    last_used_at: Date | null
  }
  recovery_codes: {
    user_id: string
    code_sha256: string
  }
  retention: {
    singleton: boolean
    days: number | null
    version: number
    held_since: Date | null
    held_reason: string | null
  }
  second_factors: {
    user_id: string
    seed: Buffer | null
    step: string
    confirmed_at: Date | null
    next_seed: Buffer | null
    next_until: Date | null
  }
  security_entries: {
    chain: string
    sequence: number
    id: string
    action: string
    at: Date
    body: string
    prev_hash: string | null
    hash: string
  }
  security_values: {
    entry_id: string
    field: string
    salt: Buffer
    value: string
  }
  sender: {
    singleton: boolean
    way: 'platform' | 'domain' | 'server'
    domain: string | null
    domain_address: string | null
    domain_status: 'pending' | 'verified' | 'failing' | null
    domain_since: Date | null
    has_return: boolean
    findings: unknown
    checked_at: Date | null
    server_address: string | null
    server_host: string | null
    server_port: number | null
    server_security: 'tls' | 'starttls' | 'none' | null
    server_username: string | null
    server_password: Buffer | null
    server_failing_since: Date | null
    server_error: string | null
    server_told_at: Date | null
    generation: number
  }
  sender_keys: {
    selector: string
    domain: string
    role: 'active' | 'standby' | 'retired'
    public_key: string
    private_key: Buffer | null
    created_at: Date
    retired_at: Date | null
  }
  sessions: {
    token_sha256: string
    user_id: string | null
    environment: 'live' | 'test'
    ip_address: string | null
    user_agent: string | null
    created_at: Date
    seen_at: Date
    expires_at: Date
    support_id: string | null
    ends_at: Date | null
    provider: string | null
    name_id: string | null
    name_format: string | null
    session_index: string | null
    proved_at: Date | null
    method:
      'password' | 'password_code' | 'password_recovery' | 'password_passkey' | 'passkey' | null
    factor_due_at: Date | null
  }
  spent_challenges: {
    challenge_sha256: string
    expires_at: Date
  }
  sso_arrivals: {
    code_sha256: string
    browser_sha256: string
    purpose: 'log_in' | 'test' | 'signing'
    profile: unknown
    next: string | null
    attempt_id: string
    expires_at: Date
    begun_by: string | null
    version: number | null
    host: string | null
    evidence: Buffer | null
    fault: unknown
  }
  sso_attempts: {
    id: string
    at: Date
    purpose: string
    outcome: 'open' | 'passed' | 'refused'
    passed: unknown
    fault: unknown
    name_id: string | null
    begun_by: string | null
    outline: unknown
    result: unknown
  }
  sso_certificates: {
    sha256: string
    certificate: string
    not_after: Date
    created_at: Date
    last_used_at: Date | null
    first_used_at: Date | null
  }
  sso_connection: {
    singleton: boolean
    id: string
    name: string
    is_on: boolean
    host: string
    provider: string
    sso_url: string
    sso_binding: 'redirect' | 'post'
    slo_url: string | null
    slo_response_url: string | null
    slo_binding: 'redirect' | 'post'
    allows_unsolicited: boolean
    wants_both_signed: boolean
    wants_encryption: boolean
    makes_members: boolean
    default_role: 'admin' | 'developer' | 'member' | 'viewer'
    email_attribute: string | null
    name_attribute: string | null
    version: number
    created_at: Date
    updated_at: Date
    metadata_url: string | null
    metadata_etag: string | null
    metadata_checked_at: Date | null
    metadata_fault: string | null
    given_name_attribute: string | null
    family_name_attribute: string | null
    groups_attribute: string | null
    tested_at: Date | null
    tested_by: string | null
    tested_version: number | null
  }
  sso_domains: {
    domain: string
    challenge: string
    proof: 'dns' | 'operator' | null
    proved_at: Date | null
    checked_at: Date | null
    created_at: Date
    id: string
    status: 'pending' | 'proved' | 'failing' | 'lapsed'
    lets_owners_in: boolean
    is_taken: boolean
    findings: unknown
    failing_since: Date | null
  }
  sso_end_notices: {
    subject: string
    days: number
    noticed_at: Date
  }
  sso_identities: {
    digest: string
    provider: string
    name_id: string
    user_id: string
    created_at: Date
    last_seen_at: Date
  }
  sso_keys: {
    id: string
    role: 'current' | 'next' | 'retired'
    certificate: string
    private_key: Buffer
    not_after: Date
    created_at: Date
  }
  sso_last_profile: {
    singleton: boolean
    seen_at: Date
    profile: Buffer
  }
  sso_requests: {
    id: string
    purpose: 'log_in' | 'log_out' | 'test' | 'signing'
    browser_sha256: string
    next: string | null
    expires_at: Date
    begun_by: string | null
    relay_sha256: string | null
    host: string | null
  }
  sso_role_rules: {
    position: number
    attribute: string | null
    value: string
    role: 'admin' | 'developer' | 'member' | 'viewer'
  }
  sso_setup: {
    singleton: boolean
    id: string
    token_sha256: string | null
    created_by: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
    awaits_owner_since: Date | null
  }
  sso_used: {
    digest: string
    expires_at: Date
  }
  standing: {
    singleton: boolean
    tenant_id: string
    slug: string
    name: string
    host: string
    signing_host: string
    api_host: string
    plan_key: string
    plan_name: string
    plan_until: Date | null
    entitlements: unknown
    parent_id: string | null
    has_tenants: boolean
    suspended_at: Date | null
    is_frozen: boolean
    erase_at: Date | null
    daily_documents: number | null
    capped_until: Date | null
    version: number
  }
  support_sessions: {
    id: string
    operator_id: string
    operator_name: string
    reason: string
    may_write: boolean
    code_sha256: string | null
    code_expires_at: Date | null
    created_at: Date
    expires_at: Date
    entered_at: Date | null
    ended_at: Date | null
    ended_by: string | null
  }
  team_members: {
    team_id: string
    user_id: string
    added_at: Date
  }
  teams: {
    id: string
    name: string
    created_by: string
    created_at: Date
    updated_at: Date
  }
  test_clock: {
    singleton: boolean
    offset_ms: number
    moved_ms: number
  }
  unwanted_mails: {
    user_id: string
    kind: 'completed' | 'declined' | 'expired' | 'voided' | 'undeliverable' | 'delegated'
  }
  usage_ledger: {
    id: string
    month: string
    name: string
    units: number
    document_id: string
    signer_id: string | null
    created_at: Date
  }
  usage_months: {
    month: string
    name: string
    used: number
  }
  usage_report: {
    singleton: boolean
    noted: number
    reported: number
  }
  usage_thresholds: {
    month: string
    name: string
    percent: number
    reached_at: Date
  }
  user_links: {
    id: string
    user_id: string
    purpose: 'welcome' | 'reset'
    salt: Buffer
    token_sha256: string
    created_at: Date
    expires_at: Date
  }
  users: {
    id: string
    email: string
    name: string
    password_hash: string | null
    role: 'owner' | 'admin' | 'developer' | 'member' | 'viewer'
    disabled_at: Date | null
    created_at: Date
    updated_at: Date
    invited_at: Date | null
    last_seen_at: Date | null
    removed_at: Date | null
    verified_at: Date | null
    time_zone: string | null
    language: string | null
    mail_rhythm: 'each' | 'daily'
    first_steps_hidden_at: Date | null
    device_handed_at: Date | null
  }
  wanted_mails: {
    user_id: string
    kind: 'viewed' | 'signed' | 'expiring'
  }
}

/** Tables of `t_<id>_live` and `t_<id>_test`. */
export interface EnvironmentTables {
  access_attempts: {
    signer_id: string
    failures: number
    last_at: Date
  }
  access_passes: {
    signer_id: string
    browser_sha256: string
    access_commitment: string
    granted_at: Date
  }
  api_requests: {
    id: string
    key_id: string
    method: string
    path: string
    status: number
    duration_ms: number
    error_code: string | null
    ip_address: string | null
    at: Date
  }
  audit_entries: {
    chain: string
    sequence: number
    id: string
    action: string
    at: Date
    body: string
    prev_hash: string | null
    hash: string
  }
  bulk_actions: {
    id: string
    action: 'remind' | 'void' | 'label' | 'unlabel'
    reason: string | null
    label_id: string | null
    document_ids: string[]
    total: number
    position: number
    done: number
    refusals: unknown
    status: 'running' | 'completed' | 'stopped'
    created_by: string
    created_at: Date
    ended_at: Date | null
  }
  bulk_rows: {
    bulk_send_id: string
    number: number
    cells: string[] | null
    people: unknown
    answers: unknown
    state: 'waiting' | 'sent' | 'failed' | 'cancelled'
    fault: string | null
    document_id: string | null
    faults: unknown
  }
  bulk_sends: {
    id: string
    template_id: string
    template_version: number
    status: 'draft' | 'running' | 'paused' | 'completed' | 'cancelled'
    run: number
    pause_code: string | null
    pause_reason: string | null
    file_name: string | null
    columns: string[] | null
    mapping: string[] | null
    total: number
    holder_id: string | null
    created_by: string
    created_via: string | null
    sender_id: string | null
    sender_via: string | null
    created_at: Date
    started_at: Date | null
    ended_at: Date | null
    updated_at: Date
    label_ids: string[]
  }
  consent_texts: {
    sha256: string
    text: string
    kept_at: Date
  }
  contacts: {
    id: string
    user_id: string
    address: string
    name: string
    email: string
    language: string | null
    created_at: Date
    last_used_at: Date
  }
  contacts_off: {
    user_id: string
  }
  counted_entries: {
    id: string
    document_id: string
    action: string
    actor: unknown
    details: unknown
    times: number
    first_at: Date
    last_at: Date
  }
  document_labels: {
    document_id: string
    label_id: string
  }
  document_mails: {
    document_id: string
    user_id: string
    choice: 'follow' | 'mute' | 'some'
    kinds: string[]
  }
  document_shares: {
    document_id: string
    grantee_id: string
    access: 'read' | 'manage'
    shared_by: string
    shared_at: Date
  }
  documents: {
    id: string
    status:
      | 'draft'
      | 'pending'
      | 'viewed'
      | 'in_progress'
      | 'completed'
      | 'declined'
      | 'expired'
      | 'voided'
      | 'failed'
    title: string
    message: string | null
    expires_in_days: number
    metadata: unknown
    redirect_url: string | null
    created_by: string
    created_via: string | null
    file_name: string
    page_count: number
    pages: unknown
    original_sha256: string
    original_bytes: number
    canonical_sha256: string
    sealed_sha256: string | null
    sealed_bytes: number | null
    sealed_pages: number | null
    sealed_level: string | null
    vault_key: Buffer
    brand: unknown
    tracking_counter: number
    tracking_salt: Buffer
    tracking_sha256: string
    emails_sent: number
    failed_emails: number
    sequence: number
    chain_sequence: number
    chain_hash: string | null
    void_reason: string | null
    sealing_at: Date | null
    reminded_at: Date | null
    created_at: Date
    updated_at: Date
    sent_at: Date | null
    expires_at: Date | null
    completed_at: Date | null
    declined_at: Date | null
    expired_at: Date | null
    voided_at: Date | null
    erased_at: Date | null
    retention_told_at: Date | null
    failed_at: Date | null
    certificate_sha256: string | null
    certificate_bytes: number | null
    timestamped_at: Date | null
    unstamped_sha256: string | null
    holder_id: string | null
    file_key: string | null
    template_id: string | null
    template_version: number | null
    reminder_plan: unknown
    planned_reminders: number
    next_reminder_at: Date | null
    allows_delegation: boolean
    later_revisions: unknown
    earlier_signatures: unknown
    restamp_at: Date | null
    stamped_with: string
    language: string | null
    files: unknown
    revision_sha256: string | null
  }
  draft_states: {
    document_id: string
    number: number
    by_id: string
    began_at: Date
    at: Date
    is_autosaved: boolean
    changed: string[]
    content: Buffer
  }
  editor_links: {
    id: string
    document_id: string
    key_id: string
    origin: string
    salt: Buffer
    open_sha256: string
    session_sha256: string
    created_at: Date
    open_until: Date
    opened_at: Date | null
    ends_at: Date | null
  }
  embed_links: {
    id: string
    signer_id: string
    link_sha256: string
    origin: string
    salt: Buffer
    open_sha256: string
    session_sha256: string
    created_at: Date
    open_until: Date
    opened_at: Date | null
    ends_at: Date | null
  }
  embed_origins: {
    origin: string
    created_by: string
    created_at: Date
  }
  event_counter: {
    singleton: boolean
    position: string
  }
  events: {
    id: string
    position: string
    name: string
    document_id: string | null
    body: string
    created_at: Date
    recorded_at: Date
  }
  fields: {
    id: string
    document_id: string
    signer_id: string
    position: number
    type:
      | 'signature'
      | 'date'
      | 'initials'
      | 'checkbox'
      | 'text'
      | 'radio'
      | 'select'
      | 'number'
      | 'email'
      | 'name'
      | 'company'
      | 'note'
      | 'attachment'
    page: number
    x: number
    y: number
    width: number
    height: number
    value: Buffer | null
    options: unknown
    upload_key: string | null
    upload: Buffer | null
  }
  form_submissions: {
    id: string
    form_id: string
    name: string | null
    email: string | null
    language: string
    salt: Buffer
    confirm_sha256: string
    requested_at: Date
    expires_at: Date
    confirmed_at: Date | null
    document_id: string | null
    signer_id: string | null
  }
  idempotency_keys: {
    key: string
    fingerprint: string
    status: number | null
    answer: Buffer | null
    claimed_until: Date
    created_at: Date
    claim: string
  }
  identity_proofs: {
    signer_id: string
    proved_at: Date
    browser_sha256: string
    assertion_sha256: string
    response_sha256: string
    response: Buffer
  }
  in_person_links: {
    signer_id: string
    id: string
    host_id: string
    link_sha256: string
    salt: Buffer
    open_sha256: string
    session_sha256: string
    created_at: Date
    open_until: Date
    opened_at: Date | null
    ends_at: Date | null
  }
  labels: {
    id: string
    name: string
    color: 'grey' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
    created_by: string
    created_at: Date
  }
  link_fetches: {
    id: string
    signer_id: string
    ip_address: string
    user_agent: string
    fetches: number
    first_at: Date
    recorded_at: Date | null
  }
  mails: {
    id: string
    kind: string
    document_id: string | null
    signer_id: string | null
    recipient: string
    message_id: string
    subject: string
    status: 'queued' | 'sent' | 'failed' | 'withdrawn' | 'mailbox'
    error: string | null
    content: Buffer | null
    created_at: Date
    sent_at: Date | null
    notice_id: string | null
    user_id: string | null
    bounce_sha256: string | null
    language: string
    about_id: string | null
    sending_work: string | null
  }
  one_time_codes: {
    signer_id: string
    id: string
    salt: Buffer
    browser_sha256: string
    access_commitment: string
    asked_at: Date
    used_at: Date | null
    failed_at: Date | null
    asked: number
    hour_at: Date
  }
  personal_values: {
    entry_id: string
    field: string
    salt: Buffer
    value: string
  }
  saved_views: {
    id: string
    user_id: string
    name: string
    query: string
    shared_with: string | null
    created_at: Date
  }
  seal_keys: {
    id: string
    certificate: Buffer
    chain: Buffer[]
    private_key: Buffer | null
    created_at: Date
    expires_at: Date
    authority_id: string | null
    stored_key: string | null
    own_certificate: string | null
    endorsement: Buffer | null
    retired_at: Date | null
  }
  signatures: {
    id: string
    signer_id: string
    kind: 'signature' | 'initials'
    image: Buffer
    created_at: Date
  }
  signer_questions: {
    id: string
    document_id: string
    signer_id: string
    kind: 'question' | 'paper'
    content: Buffer
    asked_at: Date
    answer: Buffer | null
    answered_at: Date | null
  }
  signers: {
    id: string
    document_id: string
    position: number
    key: string | null
    name: string
    email: string
    turn: number
    is_ordered: boolean
    status: 'pending' | 'sent' | 'signed' | 'declined' | 'expired' | 'voided' | 'delivery_failed'
    token_version: number
    token_counter: number
    token_salt: Buffer
    token_sha256: string
    consent_version: string | null
    consent_sha256: string | null
    consented_at: Date | null
    seen_at: Date | null
    sent_at: Date | null
    opened_at: Date | null
    viewed_at: Date | null
    signed_at: Date | null
    declined_at: Date | null
    decline_reason: string | null
    ip_address: string | null
    user_agent: string | null
    created_at: Date
    reminded_at: Date | null
    language: string | null
    identity: string | null
    asked_language: string | null
    message: string | null
    delegations: unknown
    access_commitment: string | null
    one_time_code: 'email' | 'sms' | null
    phone: string | null
    role: 'signer' | 'approver' | 'copy'
    in_person: boolean
    certificate: 'optional' | 'required' | null
    certified: unknown
    erased_token_sha256: string | null
  }
  signing_drafts: {
    signer_id: string
    link_sha256: string
    content: Buffer
    entered_at: Date
  }
  suppressions: {
    address: string
    code: string
    mail_id: string | null
    created_at: Date
  }
  template_files: {
    id: string
    template_id: string
    file_name: string
    pages: unknown
    original_sha256: string
    canonical_sha256: string
    vault_key: Buffer
    created_at: Date
    earlier_signatures: unknown
    files: unknown
  }
  template_forms: {
    id: string
    template_id: string
    role: string
    members: unknown
    title: string
    welcome: string | null
    closes_at: Date | null
    most: number | null
    is_on: boolean
    responsible_id: string
    counter: number
    salt: Buffer
    token_sha256: string
    submissions: number
    told_at: Date | null
    created_at: Date
    updated_at: Date
  }
  template_versions: {
    template_id: string
    version: number
    file_id: string
    content: unknown
    created_by: string
    created_at: Date
  }
  templates: {
    id: string
    title: string
    version: number
    holder_id: string | null
    created_by: string
    created_via: string | null
    archived_at: Date | null
    created_at: Date
    updated_at: Date
    team_ids: string[]
  }
  webhook_attempts: {
    id: string
    delivery_id: string
    number: number
    at: Date
    status_code: number | null
    error: string | null
    duration_ms: number
    remote_address: string | null
    response_headers: unknown
    response_excerpt: string | null
    url: string | null
    request_headers: unknown
    timings: unknown
    tls_version: string | null
  }
  webhook_deliveries: {
    id: string
    endpoint_id: string
    event_id: string
    event: string
    status: 'pending' | 'delivered' | 'failed' | 'exhausted'
    attempt_count: number
    next_attempt_at: Date | null
    replay_of: string | null
    created_at: Date
    recorded_at: Date
    with_values: boolean
  }
  webhook_endpoints: {
    id: string
    url: string
    name: string | null
    events: string[]
    status: 'enabled' | 'paused' | 'disabled'
    secret: Buffer
    pending_secret: Buffer | null
    pending_since: Date | null
    disabled_reason: string | null
    created_at: Date
    updated_at: Date
    failing_since: Date | null
    given_up: number
    strikes: number
    rests_until: Date | null
    warned_at: Date | null
    disabled_at: Date | null
    include_values: boolean
  }
}

/** Tables of `platform`. */
export interface PlatformTables {
  backups: {
    id: string
    taken_at: Date
    finished_at: Date
    files: string
    bytes: string
    verified_at: Date | null
  }
  brand_images: {
    owner: string
    sha256: string
    bytes: Buffer
    width: number
    height: number
  }
  brands: {
    owner: string
    look: unknown
    version: number
    updated_at: Date
  }
  certificate_authorities: {
    id: string
    environment: 'live' | 'test'
    certificate: Buffer
    private_key: Buffer
    created_at: Date
  }
  certificate_revocations: {
    serial: string
    authority_id: string
    reason: 'key_compromise' | 'superseded' | 'cessation'
    revoked_at: Date
    recorded_at: Date
  }
  chain_head: {
    singleton: boolean
    sequence: number
    hash: string | null
  }
  claimed_hosts: {
    host: string
  }
  domain_news: {
    id: string
    tenant_id: string
    domain_id: string
    name: string
    details: unknown
    actor: unknown
    created_at: Date
  }
  domain_targets: {
    tenant_id: string
    label: string
  }
  domains: {
    id: string
    tenant_id: string
    host: string
    purposes: string[]
    status: 'pending' | 'active' | 'failing' | 'suspended' | 'released'
    created_at: Date
    updated_at: Date
    kind: 'host' | 'base'
    primary_for: string[]
    challenge: string
    verified_at: Date | null
    checked_at: Date | null
    findings: unknown
    failing_since: Date | null
    warned_at: Date | null
    kept_until: Date | null
  }
  email_domains: {
    domain: string
    tenant_id: string
    challenge: string
    proved_at: Date
  }
  entries: {
    chain: string
    sequence: number
    id: string
    action: string
    at: Date
    body: string
    prev_hash: string | null
    hash: string
  }
  entry_values: {
    entry_id: string
    field: string
    salt: Buffer
    value: string
  }
  erasures: {
    tenant_id: string
    facts: unknown
    certificate: unknown
    signature: string | null
    started_at: Date
    finished_at: Date | null
  }
  health_samples: {
    span: 'minute' | 'hour'
    at: Date
    source: string
    totals: unknown
    peaks: unknown
  }
  imports: {
    tenant_id: string
    cell: string
    slug: string
    attempt: string
    started_at: Date
  }
  incident_updates: {
    id: string
    incident_id: string
    state: 'investigating' | 'identified' | 'monitoring' | 'resolved'
    text: string
    written_at: Date
  }
  incidents: {
    id: string
    reseller_id: string | null
    title: string
    parts: string[]
    impact: 'disturbed' | 'down'
    began_at: Date
    resolved_at: Date | null
  }
  issued_certificates: {
    serial: string
    authority_id: string
    issued_at: Date
  }
  moves: {
    tenant_id: string
    source: string
    target: string
    attempt: string
    state: 'copying' | 'moved' | 'undoing'
    started_at: Date
    moved_at: Date | null
    drop_after: Date | null
  }
  operator_invitations: {
    token_sha256: string
    operator_id: string
    expires_at: Date
  }
  operator_log_in_failures: {
    id: string
    hour: Date
    operator_id: string
    ip_address: string
    tries: number
  }
  operator_recovery_codes: {
    operator_id: string
    code_sha256: string
  }
  operator_sessions: {
    token_sha256: string
    operator_id: string
    proof: 'password' | 'both'
    ip_address: string | null
    user_agent: string | null
    created_at: Date
    seen_at: Date
    expires_at: Date
  }
  operators: {
    id: string
    email: string
    name: string
    role: 'admin' | 'operator'
    password_hash: string | null
    totp_seed: Buffer | null
    totp_confirmed_at: Date | null
    totp_step: string
    disabled_at: Date | null
    created_at: Date
    updated_at: Date
    shut_out_at: Date | null
  }
  outbox: {
    id: string
    kind: string
    lane: string
    ref: string
    due_at: Date
    tries: number
    fence: number
    lease_until: Date | null
    created_at: Date
    traceparent: string | null
    failing_since: Date | null
  }
  plan_grants: {
    id: string
    tenant_id: string
    plan_key: string | null
    entitlement: string | null
    value: unknown
    until: Date
    reason: string
    granted_by: string
    ended_at: Date | null
    created_at: Date
  }
  plan_requests: {
    id: string
    tenant_id: string
    plan_key: string
    from_plan: string
    note: string | null
    requested_by: string
    status: 'open' | 'granted' | 'declined' | 'withdrawn'
    decided_by: string | null
    decided_at: Date | null
    answer: string | null
    created_at: Date
  }
  plans: {
    key: string
    name: string
    position: number
    price_cents: number | null
    currency: string
    entitlements: unknown
    created_at: Date
    updated_at: Date
  }
  reports: {
    id: string
    tenant_id: string
    document_id: string
    category: 'spam' | 'fraud' | 'unknown_sender' | 'other'
    message: string
    reply_to: string | null
    created_at: Date
    outcome: 'dismissed' | 'taken_down' | null
    decided_by: string | null
    decided_at: Date | null
  }
  resale_news: {
    id: string
    reseller_id: string
    tenant_id: string
    name: string
    data: unknown
    details: unknown
    actor: unknown
    created_at: Date
  }
  resale_terms: {
    reseller_id: string
    plan_key: string
    is_allowed: boolean
    wholesale_cents: number | null
    is_offered: boolean
    price_cents: number | null
    updated_at: Date
  }
  root_lists: {
    authority_id: string
    made_at: Date
    good_until: Date
    list: Buffer
  }
  seal_authorities: {
    id: string
    environment: 'live' | 'test'
    kind: 'root' | 'issuing' | 'direct'
    generation: number
    issuer_id: string | null
    certificate: Buffer
    private_key: Buffer | null
    created_at: Date
    stored_key: string | null
  }
  settings: {
    singleton: boolean
    new_tenant_days: number
    new_tenant_documents: number
    erase_after_days: number
    updated_at: Date
  }
  stricter_revocations: {
    serial: string
    reason: 'key_compromise' | 'superseded' | 'cessation'
    revoked_at: Date
    recorded_at: Date
  }
  submitted_forms: {
    digest: string
    answer: Buffer
    created_at: Date
  }
  tenants: {
    id: string
    slug: string
    name: string
    plan_key: string
    parent_id: string | null
    cell: string
    key_prefix: string
    status: 'provisioning' | 'ready' | 'suspended' | 'deleted'
    wanted: unknown
    has_sandbox: boolean
    version: number
    created_at: Date
    updated_at: Date
    suspended_at: Date | null
    suspension_reason: string | null
    is_frozen: boolean
    erase_at: Date | null
    daily_documents: number | null
    capped_until: Date | null
    metadata: unknown
    suspended_by: string | null
    removed_by: string | null
    order_key: string | null
  }
  usage_totals: {
    tenant_id: string
    month: string
    name: string
    used: number
    revision: number
  }
}

/** Tables of `cell`. */
export interface CellTables {
  chain_log: {
    position: string
    scope: string
    chain: string
    sequence: number
    hash: string
    logged_at: Date
  }
  checkpoint_blocks: {
    number: number
    block: number
    hash: string
  }
  checkpoints: {
    number: number
    first_position: string
    last_position: string
    leaves: number
    root: string
    previous_root: string | null
    signature: string
    key_id: string
    time_stamp: Buffer | null
    created_at: Date
  }
  foreign_checkpoints: {
    scope: string
    root: string
    checkpoint: unknown
  }
  ledger: {
    schema_name: string
    template: 'platform' | 'cell' | 'account' | 'environment'
    version: number
    migrated_at: Date
    steps: unknown
  }
  log_blocks: {
    block: number
    hash: string
  }
  log_cosignatures: {
    size: number
    witness: string
    line: string
    created_at: Date
  }
  log_heads: {
    size: number
    note: string
    created_at: Date
  }
  log_leaves: {
    number: number
    hash: string
  }
  outbox: {
    id: string
    scope: string
    kind: string
    lane: string
    ref: string
    due_at: Date
    tries: number
    fence: number
    lease_until: Date | null
    created_at: Date
    bundle: string | null
    traceparent: string | null
    failing_since: Date | null
  }
  renewal_turns: {
    singleton: boolean
    tenant_id: string
    begun_at: Date
  }
  scrub: {
    singleton: boolean
    tenant_id: string
    begun_at: Date
  }
  set_aside: {
    scope: string
    since: Date
  }
  ticks: {
    name: string
    due_at: Date
    lease_until: Date | null
    holder: string | null
    done_at: Date
  }
  workers: {
    id: string
    slots: unknown
    seen_at: Date
  }
}
