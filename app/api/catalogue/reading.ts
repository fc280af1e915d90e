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
    'The parts of the form cannot be separated. Let your HTTP library set the boundary and `Content-Type`.'
  ),
  refused(BodyCutOff, 'The connection closed before the whole body had arrived.'),
  answered(400, 'malformed_request', 'This is not an HTTP/1.1 request. The connection is closed.'),
  refused(UnknownField, '`param` names a field that the operation does not have.'),
  refused(UnknownParameter, '`param` names a query parameter that the operation does not have.'),
  refused(
    InvalidCursor,
    'The cursor belongs to another list or was changed. Use `nextCursor` exactly as you received it.'
  ),
]
