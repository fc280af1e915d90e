/** How the driver reads PostgreSQL's types. What a column of JSON holds is known to the noun that wrote it, and not to the table. */
export const TYPES: Readonly<Record<string, string>> = {
  'boolean': 'boolean',
  'smallint': 'number',
  'integer': 'number',
  'double precision': 'number',
  'bigint': 'string', // a number in JavaScript would round it
  'numeric': 'string',
  'text': 'string',
  'name': 'string',
  'uuid': 'string',
  'inet': 'string',
  'xid8': 'string',
  'bytea': 'Buffer',
  'bytea[]': 'Buffer[]',
  'jsonb': 'unknown',
  'timestamp with time zone': 'Date',
  'date': 'Date', // midnight, by the time zone of this process
  'text[]': 'string[]',
  'integer[]': 'number[]',
}
