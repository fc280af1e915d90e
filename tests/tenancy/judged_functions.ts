/**
 * Functions of PostgreSQL that do something, and that a tenant's statement may call all the same, with why it may. Names are regular
 * expressions. A new major version brings new ones, which have to be judged here or reserved.
 */
export const JUDGED: Record<string, string> = {
  'asks for a right on the object it is given':
    'lo_(close|get|lseek|lseek64|open|put|tell|tell64|truncate|truncate64|unlink)|loread|lowrite|nextval|currval|lastval|setval|pg_sequence_last_value|pg_get_sequence_data|currtid2|brin_.*|gin_clean_pending_list|pg_(clear|restore)_(attribute|relation)_stats',
  'asks whose session it is': 'pg_(cancel|terminate)_backend',
  'asks for an attribute that no tenant has':
    'binary_upgrade_.*|pg_(copy|create)_(logical|physical)_replication_slot|pg_drop_replication_slot|pg_replication_slot_advance|pg_logical_slot_.*|pg_sync_replication_slots|pg_(read_file|rotate_logfile)_old|pg_import_system_collations|pg_nextoid|pg_stop_making_pinned_objects|pg_extension_config_dump',
  'runs its query with the rights of the caller':
    '(query|cursor)_to_xml.*|query_to_xmlschema|ts_stat|ts_rewrite',
  'ends with the transaction or waits no longer than it may':
    'pg_sleep.*|pg_export_snapshot|pg_stat_clear_snapshot|pg_stat_force_next_flush',
  'lets go of what nobody could take': 'pg_advisory_unlock.*',
  'makes a number, a time or an id':
    'clock_timestamp|timeofday|gen_random_uuid|uuidv4|uuidv7|random|random_normal|setseed|array_sample|array_shuffle|current_query',
  'tells of the server and of no tenant':
    'pg_control_.*|pg_current_wal_.*|pg_last_.*|pg_is_.*|pg_jit_available|pg_get_wal_.*|pg_available_wal_summaries|pg_wal_summary_contents|pg_get_wait_events|pg_get_loaded_modules|pg_notification_queue_usage|pg_.*collation_actual_version|pg_(database|tablespace)_size|pg_partition_.*|amvalidate',
  'tells numbers of transactions and sessions, which name nobody':
    'pg_blocking_pids|pg_safe_snapshot_blocking_pids|pg_isolation_test_session_is_blocked|pg_prepared_xact|pg_xact_.*|txid_status|pg_get_multixact_members',
  'writes to the journal what no one reads': 'pg_logical_emit_message',
}
