/**
 * What migrations since the last release take away or change under it, and why it works on all the same: that its code does not
 * use it, or what it does with what it finds. Empty again after each release.
 */
export const JUDGED_CONTRACTIONS: Record<string, string> = {
  'platform: certificate_authorities certificate_authorities_copied is a new trigger':
    'copies the authority that the last release makes, and refuses nothing',
  'cell: function hasten(by_ms double precision) returns void: does something else':
    'is called the same way; passes over what waits until the year 9999, which nothing of the last release does',
  'cell: view stuck_work: does something else':
    'has the same columns and other rows: some more, which the last release lists like the others, and none that do not fail',
  'cell: function link_proof: execute to tenant: is new, for everybody':
    'processes of 0.1.0 that run go on; to start another one, its WALL_EXCEPTIONS has to name `functions` (CHANGELOG says so)',
  'account: users forget_contacts_in_t_live is a new trigger':
    'deletes rows of tables that the last release does not know, and refuses nothing',
  'account: users forget_contacts_in_t_test is a new trigger': 'the same for the sandbox',
  'account: users forget_views_in_t_live is a new trigger':
    'deletes rows of a table that the last release does not know, and refuses nothing',
  'account: users forget_views_in_t_test is a new trigger': 'the same for the sandbox',
  'account: users users_leave_directory is a new trigger':
    'deletes rows of tables that the last release does not know, and refuses nothing',
  'environment: signers signers_forget_draft is a new trigger':
    'deletes a row of a table that the last release does not know, and refuses nothing',
  'environment: signers signers_forget_uploads is a new trigger':
    'clears columns that the last release does not know, and refuses nothing',
  'environment: seal_keys.private_key may be null now':
    'only where SEAL_KEYS names a store, which the last release does not know: it is set after the upgrade',
  'environment: function reset_sandbox() returns jsonb: does something else':
    'is called the same way and counts the same; deletes proofs of identity as well, and gives endpoints no date that they have not',
}
