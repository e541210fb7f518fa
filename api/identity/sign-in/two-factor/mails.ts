import type { Context } from '../../../platform/context/context.ts'
import { sendMailJob } from '../../../platform/mail/send-mail.ts'

type Ports = Pick<Context, 'config' | 'jobs' | 'em'>

export function mailProofCode({ config, jobs, em }: Ports, email: string, code: string): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: `${code} is your Tandem code`,
    text: `Enter this code at ${config.appUrl} to change how you sign in:

    ${code}

The code works once, for ten minutes. If you did not request it, someone is signed in to your
account. Change your password.`,
  })
}

export function mailFactorAdded({ config, jobs, em }: Ports, email: string, what: string): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: 'A two-factor method was added to your Tandem account',
    text: `You can now use ${what} to sign in to ${config.appUrl}.

If this was not you, someone has access to your account. Contact an admin of the server immediately.`,
  })
}

export function mailFactorRemoved({ config, jobs, em }: Ports, email: string, what: string): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: 'A two-factor method was removed from your Tandem account',
    text: `You can no longer use ${what} to sign in to ${config.appUrl}.

If this was not you, change your password and set up two-factor authentication again.`,
  })
}

export function mailRecoveryCodeUsed(
  { config, jobs, em }: Ports,
  email: string,
  left: number,
): Promise<void> {
  const rest = left === 1 ? 'One code is left.' : `${left} codes are left.`
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: 'A recovery code of your Tandem account was used',
    text: `One of your recovery codes was used to sign in to ${config.appUrl}. ${rest}

If this was not you, change your password and create new recovery codes.`,
  })
}

export function mailTwoFactorAttemptsExhausted({ config, jobs, em }: Ports, email: string): Promise<void> {
  return jobs.enqueue(em, sendMailJob, {
    to: email,
    subject: 'Failed sign-in to your Tandem account',
    text: `Someone tried to sign in to your account at ${config.appUrl} and entered five wrong
two-factor codes. The sign-in was blocked.

If this was not you, someone knows your password or has access to your emails. Change your password.`,
  })
}
