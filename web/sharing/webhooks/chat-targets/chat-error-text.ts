import type { ChatTarget } from '#common/sharing/webhooks/chat-targets/schema.ts'
import { t } from '../../../locales/i18n.ts'

/** Replaces errors of the network by a sentence. Other errors are the status or the answer of the chat service. */
export function chatErrorText({ host }: Pick<ChatTarget, 'host'>, error: string): string {
  if (/ENOTFOUND|EAI_AGAIN/.test(error)) return t('chatTargets.unknownHost', { host })
  if (/ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/.test(error))
    return t('chatTargets.unreachable', { host })
  return error
}
