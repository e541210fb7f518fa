import type { Context } from '../../platform/context/context.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'

export function mailCode({ config, jobs, em }: Context, email: string, code: string): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: `${code} is your Tandem code`,
    text: `Your code for ${config.appUrl} is

    ${code}

It works for ten minutes and once. If you did not ask for it, somebody typed your address
by mistake; you need not do anything.`,
  })
}

export function mailResetLink({ config, jobs, em }: Context, email: string, path: string): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: 'Choose a new password for Tandem',
    text: `Open this link to choose a new password:

    ${config.appUrl}${path}

It works for one hour and once. If you did not ask for it, you need not do anything: your
password stays as it is.`,
  })
}

export function mailActivated(
  { config, jobs, em }: Pick<Context, 'config' | 'jobs' | 'em'>,
  email: string,
): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: 'Your Tandem account is active again',
    text: `You have come back to ${config.appUrl} with a code that was mailed to you, so your
account is active again. Ask your teams to invite you to their workspaces.

If it was not you, somebody reads your mails: change the password of your mailbox.`,
  })
}
