import type { Calls } from '#common/calls.ts'
import type { BodyInputOf } from '#common/platform/call.ts'
import type { Webhook } from '#common/sharing/webhooks/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { RequestError } from '../../platform/sync/http.ts'
import { toast } from '../../platform/ui/toast.ts'

const at = (id: string) => ({ slug: currentSlug(), webhook_id: id })

/** The functions below throw `RequestError` if the request fails. */
export const listWebhooks = () => request('listWebhooks', { params: { slug: currentSlug() } })
export const getWebhook = (id: string) => request('getWebhook', { params: at(id) })
export const listWebhookDeliveries = (id: string) => request('listWebhookLogs', { params: at(id) })
export const sendTestDelivery = (id: string) => request('testWebhook', { params: at(id) })
export const requestNewWebhookSecret = (id: string) => request('regenerateWebhookSecret', { params: at(id) })
export const deleteWebhook = (id: string) => request('deleteWebhook', { params: at(id) })

export const createWebhook = (body: BodyInputOf<Calls['createWebhook']>) =>
  request('createWebhook', { params: { slug: currentSlug() }, body })

export const updateWebhook = (id: string, body: BodyInputOf<Calls['updateWebhook']>): Promise<Webhook> =>
  request('updateWebhook', { params: at(id), body })

export const resendWebhookDelivery = (id: string, logId: string) =>
  request('redeliverWebhook', { params: { ...at(id), webhook_log_id: logId } })

/** Returns a function that turns an error into a message. */
export function useWebhookErrorMessage(): (error: unknown) => string {
  const { t } = useTranslation()
  const words = useErrorMessage()
  return (error) => {
    if (error instanceof RequestError && error.code === 'conflict') return t('webhooks.taken')
    if (error instanceof RequestError && error.fields['url'] !== undefined) return t('webhooks.localUrl')
    return words(error)
  }
}

/** Shows an error message if the work fails, and rethrows the error so that dialogs stay open. */
export function useErrorToast(): <T>(work: Promise<T>) => Promise<T> {
  const words = useErrorMessage()
  return async (work) => {
    try {
      return await work
    } catch (error) {
      toast.error(words(error))
      throw error
    }
  }
}
