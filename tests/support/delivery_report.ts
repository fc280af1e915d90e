interface Reported {
  to: string
  recipient: string
  action?: string
  status?: string
  diagnosis?: string
}

/** What a mail server sends to the return path of a mail that it could not deliver after all (RFC 3464). */
export function deliveryReport({
  to,
  recipient,
  action = 'failed',
  status = '5.1.1',
  diagnosis = `smtp; 550 5.1.1 <${recipient}>: Recipient address rejected:\r\n    User unknown, see https://x.test/sign/tok_secret`,
}: Reported): string {
  const lines = [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.test (Mail Delivery System)',
    `To: ${to}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B1"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--B1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    "I'm sorry to have to inform you that your message could not be delivered.",
    '',
    '--B1',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.test',
    'Arrival-Date: Sat, 21 Nov 2026 10:00:00 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnosis}`,
    '',
    '--B1',
    'Content-Type: message/rfc822',
    '',
    `To: ${recipient}`,
    'Subject: please sign',
    '',
    'hello',
    '',
    '--B1--',
    '',
  ]
  return lines.join('\r\n')
}
