import type { Context } from '../../platform/context/context.ts'
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts'

type Ports = Pick<Context, 'config' | 'jobs' | 'em'>

export function mailAccountDeactivated(ports: Ports, to: string): Promise<void> {
  return enqueueMail(ports, 'deactivated', { to, values: { url: ports.config.appUrl } })
}

/** Uses the given language, because the account of the receiver is already deleted. */
export function mailAccountDeleted(ports: Ports, to: string, language: string): Promise<void> {
  return enqueueMail(ports, 'deleted', { to, values: { url: ports.config.appUrl }, language })
}

/** Uses the given language, because the new address does not belong to an account yet. */
export function mailEmailChangeCode(ports: Ports, to: string, code: string, language: string): Promise<void> {
  return enqueueMail(ports, 'emailCode', { to, values: { code, url: ports.config.appUrl }, language })
}

/** Notifies the old and the new address, so that a user who did not request the change learns of it. */
export async function mailEmailChanged(
  ports: Ports,
  { before, now, language }: { before: string; now: string; language: string },
): Promise<void> {
  for (const to of [before, now])
    await enqueueMail(ports, 'emailChanged', {
      to,
      values: { before, now, url: ports.config.appUrl },
      language,
    })
}
