import type { Context } from '../../platform/context/context.ts'
import { sendMailJob } from '../../platform/mail/send-mail.ts'

type Ports = Pick<Context, 'config' | 'jobs' | 'em'>

export function mailDeactivated({ config, jobs, em }: Ports, email: string): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: 'Your Tandem account was deactivated',
    text: `You deactivated your account at ${config.appUrl}. You are signed out everywhere, and
your memberships and API tokens have ended. Your work stays.

To reactivate the account, sign in with this email and a code that we send you.`,
  })
}

export function mailDeleted({ config, jobs, em }: Ports, email: string): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: 'Your Tandem account was deleted',
    text: `Your account at ${config.appUrl} was deleted. Your name and email were removed. Your shared
work stays, without your name.

This can’t be undone. You can create a new account with this email.`,
  })
}

export function mailEmailCode({ config, jobs, em }: Ports, email: string, code: string): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: `${code} confirms your new email for Tandem`,
    text: `Enter this code at ${config.appUrl} to use this email for your account:

    ${code}

The code works once, for ten minutes. If you did not request it, you can ignore this email.`,
  })
}

/** Notifies the old and the new address, so that a user who did not request the change learns of it. */
export async function mailEmailChanged(
  { config, jobs, em }: Ports,
  { before, now }: { before: string; now: string },
): Promise<void> {
  const text = `The email of your account at ${config.appUrl} was changed from ${before} to ${now}.
You were signed out of all other browsers.

If this was not you, contact an admin of the server immediately.`
  for (const to of [before, now])
    await jobs.enqueue(em, sendMailJob, { to, subject: 'The email of your Tandem account was changed', text })
}
