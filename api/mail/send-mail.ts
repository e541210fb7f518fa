import type { Job } from '../jobs/job.ts'
import type { Mail } from './mailer.ts'

/** Three hours in all: whoever asked for a code has asked again by then, and an invitation still arrives. */
export const sendMail: Job<Mail> = {
  name: 'send-mail',
  retries: 20,
  retryAfter: [2, 900],
  endsWithin: 120,
  run: (mail, { mailer }) => mailer.send(mail),
}
