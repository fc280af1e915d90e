import FieldOffPage from '#app/documents/errors/field_off_page'
import FileTooLarge from '#app/documents/errors/file_too_large'
import HostUnknown from '#app/signing/errors/host_unknown'
import OriginNotAllowed from '#app/signing/errors/origin_not_allowed'
import PdfAlreadySigned from '#app/sealing/errors/pdf_already_signed'
import PdfEncrypted from '#app/sealing/errors/pdf_encrypted'
import PdfMalformed from '#app/sealing/errors/pdf_malformed'
import PdfUnsafe from '#app/sealing/errors/pdf_unsafe'
import PlanNotSellable from '#app/tenants/errors/plan_not_sellable'
import RangeNotSatisfiable from '#app/front_door/errors/range_not_satisfiable'
import SlugRefused from '#app/tenants/errors/slug_refused'
import TooManyEndpoints from '#app/webhooks/errors/too_many_endpoints'
import TooManyPages from '#app/sealing/errors/too_many_pages'
import UrlForbidden from '#app/foundation/errors/url_forbidden'
import UrlUnreachable from '#app/foundation/errors/url_unreachable'
import IdempotencyKeyReused from '../v1/errors/idempotency_key_reused.js'
import UnsupportedMediaType from '../v1/errors/unsupported_media_type.js'
import ValidationFailed from '../v1/errors/validation_failed.js'
import { refused } from './error_entry.js'

export const CONTENT = [
  refused(
    FileTooLarge,
    'A PDF may be up to 25 MiB, a JSON body with a base64 PDF up to 34 MiB, one with the rows of a bulk send up to 16 MiB, any other up to 1 MiB; `details.limit` is in bytes.'
  ),
  refused(
    UnsupportedMediaType,
    'The operation does not accept this content type, character encoding or compression.'
  ),
  refused(RangeNotSatisfiable, 'The range lies outside the file.'),
  refused(
    ValidationFailed,
    'Some values are invalid. `details` lists every fault as `{param, code, message}`.'
  ),
  refused(
    OriginNotAllowed,
    'Pages of this origin may not show a signing page or the field editor. An owner, admin or developer allows it under Settings, Embedding.'
  ),
  refused(
    HostUnknown,
    'No member of this address may look after the signers of the document. Name one who may: they are the one who hands over the device.'
  ),
  refused(
    SlugRefused,
    'A slug has 1 to 40 lower-case letters, digits and single hyphens, and is not a reserved name.'
  ),
  refused(
    PlanNotSellable,
    'The reseller may not sell this plan; `details.sellable` lists the plans it may sell.'
  ),
  refused(
    IdempotencyKeyReused,
    'The `Idempotency-Key` was used for another request within 24 hours. Use a new one for each.'
  ),
  refused(
    PdfMalformed,
    'The file is not a PDF that every program reads in the same way; the message names the page or the damage.'
  ),
  refused(
    PdfEncrypted,
    'The PDF needs a password, or its permissions forbid changes. Remove the protection first.'
  ),
  refused(
    PdfAlreadySigned,
    'The PDF has a signature that does not allow what sealing adds: it is certified or locked for no changes or for its own form alone, encrypted, or written in a way that nothing can be appended to. The message says which. Other signed PDFs are kept as they are.'
  ),
  refused(
    PdfUnsafe,
    'The PDF does not look the same everywhere: it has a form that only some programs draw (XFA), or a layer that differs between screen and paper, or between two places; or it is signed and has something that cannot be removed from it: scripts and other actions (a link that is only clicked, unless it opens programs, files of a machine or a share, and the place at which the file opens may stay), embedded files, layers that are hidden or that programs show or hide by themselves (by size, language, person or export), what stands for something else on paper or in other programs (another picture for printers, a page of another file, other colours or another part of a page, annotations that move), or annotations that show on screen or on paper alone (of signatures, those that hide something on screen). The message says which.'
  ),
  refused(TooManyPages, 'The PDF has more than 500 pages.'),
  refused(
    FieldOffPage,
    'A field extends beyond its page; `details` contains the size of the page.'
  ),
  refused(UrlForbidden, 'The URL must begin with https:// and lead to a public host.'),
  refused(
    UrlUnreachable,
    'The URL did not answer in time, or did not return a file. `details.reason` says what went wrong.'
  ),
  refused(TooManyEndpoints, 'This environment already has 20 endpoints.'),
]
