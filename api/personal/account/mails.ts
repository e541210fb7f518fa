import type { Context } from '../../platform/context/context.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'

type Ports = Pick<Context, 'config' | 'jobs' | 'em'>

export function mailDeactivated({ config, jobs, em }: Ports, email: string): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: 'Your Tandem account is deactivated',
    text: `You have deactivated your account at ${config.appUrl}. You are signed out
everywhere, and your memberships and API tokens have ended. What you made stays.

You can come back: sign in with this address and the code that is mailed to you then.`,
  })
}

export function mailDeleted({ config, jobs, em }: Ports, email: string): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: 'Your Tandem account is deleted',
    text: `Your account at ${config.appUrl} is deleted. Your name and this address stand on nothing
there any more; what you made for others stays, under the name of somebody deleted.

Nothing leads back. You can make a new account with this address.`,
  })
}

export function mailEmailCode({ config, jobs, em }: Ports, email: string, code: string): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: `${code} confirms your new address for Tandem`,
    text: `Somebody wants to use this address for their account at ${config.appUrl}.
If it is you, confirm it there with this code:

    ${code}

It works for ten minutes and once. If it is not you, you need not do anything.`,
  })
}

/** Notifies both addresses, so that a user who did not request the change learns of it at the old one. */
export async function mailEmailChanged(
  { config, jobs, em }: Ports,
  { before, now }: { before: string; now: string },
): Promise<void> {
  const text = `The address of your account at ${config.appUrl} is ${now} from now on, no longer
${before}. Every other browser was signed out.

If it was not you, tell whoever runs that installation at once.`
  for (const to of [before, now])
    await jobs.enqueue(em, sendMail, { to, subject: 'The address of your Tandem account has changed', text })
}
