import type { Context } from '../../../platform/context/context.ts'
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts'

type Ports = Pick<Context, 'config' | 'jobs' | 'em'>

export function mailIdentityProofCode(ports: Ports, to: string, code: string): Promise<void> {
  return enqueueMail(ports, 'proofCode', { to, values: { code, url: ports.config.appUrl } })
}

/** A change of the two-factor methods that the user is emailed about. Only passkeys have names. */
type MethodChange =
  | 'authenticatorAdded'
  | 'authenticatorRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'twoFactorRemoved'

export function mailTwoFactorMethodChange(
  ports: Ports,
  to: string,
  change: MethodChange,
  name = '',
): Promise<void> {
  return enqueueMail(ports, change, { to, values: { name, url: ports.config.appUrl } })
}

export function mailRecoveryCodeUsed(ports: Ports, to: string, left: number): Promise<void> {
  return enqueueMail(ports, 'recoveryCodeUsed', { to, values: { count: left, url: ports.config.appUrl } })
}

export function mailTwoFactorAttemptsExhausted(ports: Ports, to: string): Promise<void> {
  return enqueueMail(ports, 'attemptsExhausted', { to, values: { url: ports.config.appUrl } })
}
