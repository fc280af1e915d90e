import BodyCutOff from '#app/front_door/errors/body_cut_off'
import FormUnreadable from '#app/front_door/errors/form_unreadable'
import InvalidCursor from '../v1/errors/invalid_cursor.js'
import MalformedJson from '../v1/errors/malformed_json.js'
import UnknownField from '../v1/errors/unknown_field.js'
import UnknownParameter from '../v1/errors/unknown_parameter.js'
import { answered, refused } from './error_entry.js'

export const READING = [
  refused(MalformedJson, 'The body is not one JSON object in UTF-8. Nothing was done.'),
  refused(
    FormUnreadable,
    'The parts of the form cannot be told apart. Let your HTTP library set boundary and Content-Type.'
  ),
  refused(BodyCutOff, 'The connection ended before the whole body had come.'),
  answered(
    400,
    'malformed_request',
    'What came is not a request of HTTP/1.1. The connection is closed.'
  ),
  refused(UnknownField, '`param` names a field that the operation does not have.'),
  refused(UnknownParameter, '`param` names a query parameter that it does not have.'),
  refused(
    InvalidCursor,
    'The cursor belongs to another list or was changed. Use `nextCursor` as it came.'
  ),
]
