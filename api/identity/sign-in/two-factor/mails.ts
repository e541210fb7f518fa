import type { Context } from '../../../platform/context/context.ts'
import { sendMail } from '../../../platform/mail/send-mail.ts'

type Ports = Pick<Context, 'config' | 'jobs' | 'em'>

export function mailProofCode({ config, jobs, em }: Ports, email: string, code: string): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: `${code} is your Tandem code`,
    text: `Somebody who is signed in to your account at ${config.appUrl} wants to change how
you sign in. If it is you, confirm it there with this code:

    ${code}

It works for ten minutes and once. If it is not you, change your password.`,
  })
}

export function mailFactorAdded({ config, jobs, em }: Ports, email: string, what: string): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: 'Your Tandem account has a new second factor',
    text: `From now on you can show that it is you by ${what} when you sign in to
${config.appUrl}.

If it was not you, somebody is in your account: tell whoever runs that installation at once.`,
  })
}

export function mailFactorRemoved({ config, jobs, em }: Ports, email: string, what: string): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: 'A second factor was removed from your Tandem account',
    text: `Your account at ${config.appUrl} no longer asks for ${what}.

If it was not you, change your password and set up a second factor anew.`,
  })
}

export function mailRecoveryCodeUsed(
  { config, jobs, em }: Ports,
  email: string,
  left: number,
): Promise<void> {
  const rest = left === 1 ? 'One code is left.' : `${left} codes are left.`
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: 'A recovery code of your Tandem account was used',
    text: `Somebody used one of your recovery codes at ${config.appUrl}. ${rest}

If it was not you, change your password and make new recovery codes.`,
  })
}

export function mailTwoFactorAttemptsExhausted({ config, jobs, em }: Ports, email: string): Promise<void> {
  return jobs.enqueue(em, sendMail, {
    to: email,
    subject: 'Somebody could not sign in to your Tandem account',
    text: `Somebody came as far as your second factor at ${config.appUrl}, and gave five
wrong codes. They are not in.

If it was not you, they know your password or read your mails: change the password.`,
  })
}
