import type { Context } from '../../platform/context/context.ts'
import { sendMailJob } from '../../platform/mail/send-mail.ts'

export function mailCode({ config, jobs, em }: Context, email: string, code: string): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: `${code} is your Tandem code`,
    text: `Your sign-in code for ${config.appUrl}:

    ${code}

The code works once, for ten minutes. If you did not request it, you can ignore this email.`,
  })
}

export function mailResetLink({ config, jobs, em }: Context, email: string, path: string): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: 'Reset your Tandem password',
    text: `Open this link to choose a new password:

    ${config.appUrl}${path}

The link works once, for one hour. If you did not request it, you can ignore this email.
Your password stays the same.`,
  })
}

export function mailActivated(
  { config, jobs, em }: Pick<Context, 'config' | 'jobs' | 'em'>,
  email: string,
): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: 'Your Tandem account is active again',
    text: `You signed in to ${config.appUrl} with an email code, so your account is active again.
Ask your teams to invite you to their workspaces.

If this was not you, someone has access to your emails. Change the password of your email
account.`,
  })
}
