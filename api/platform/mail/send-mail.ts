import type { Job } from '../context/job.ts'
import type { Mail } from '../context/ports.ts'

/** Three hours in all: whoever asked for a code has asked again by then, and an invitation still arrives. */
export const sendMail: Job<Mail> = {
  name: 'send-mail',
  retries: 20,
  retryAfter: [2, 900],
  endsWithin: 120,
  groupOf: ({ caused_by, to }) => caused_by ?? to,
  // Addresses of sample people and deleted accounts reach nobody (RFC 2606), and a mail server would count them as bounces.
  run: async (mail, { mailer }) => (mail.to.endsWith('.invalid') ? undefined : mailer.send(mail)),
}
