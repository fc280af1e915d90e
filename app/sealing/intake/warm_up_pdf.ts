/** A document of one empty page, to have the code compiled before the first upload comes. */
export const warmUpPdf = Buffer.from(
  [
    '%PDF-1.7',
    '1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj',
    '2 0 obj\n<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842]>>\nendobj',
    '3 0 obj\n<</Type /Page /Parent 2 0 R /Resources <<>> /Contents 4 0 R>>\nendobj',
    '4 0 obj\n<</Length 2>>\nstream\nq\nendstream\nendobj',
    'trailer\n<</Root 1 0 R /Size 5>>',
    'startxref\n0\n%%EOF\n',
  ].join('\n'),
  'latin1'
)
