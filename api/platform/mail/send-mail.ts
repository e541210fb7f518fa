import type { Job } from '../context/job.ts'
import type { OutgoingEmail } from '../context/ports.ts'

/**
 * Sends an email, and retries for about three hours. An emailed code is useless after that time, but an
 * invitation is still useful.
 */
export const sendMailJob: Job<OutgoingEmail> = {
  name: 'send-mail',
  retries: 20,
  retryAfter: [2, 900],
  endsWithin: 120,
  groupOf: ({ caused_by, to }) => caused_by ?? to,
  // Skip `.invalid` addresses (RFC 2606) of sample users and deleted accounts, which a mail server would
  // count as bounces.
  run: async (mail, { mailer }) => (mail.to.endsWith('.invalid') ? undefined : mailer.send(mail)),
}
