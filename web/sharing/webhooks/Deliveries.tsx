import { RefreshCw, Send } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { maxListedWebhookLogs, webhookLogRetentionDays } from '#common/sharing/webhooks/rules.ts'
import type { WebhookLog } from '#common/sharing/webhooks/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { toast } from '../../platform/ui/toast.ts'
import { listWebhookDeliveries, resendWebhookDelivery, sendTestDelivery, useErrorToast } from './actions.ts'
import { DeliveryLine } from './DeliveryLine.tsx'

/** The latest deliveries with their responses, and a button to send one again. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation()
  const { logs, loaded, sending, send } = useDeliveries(webhookId)
  const [shown, setShown] = useState<string | null>(null)
  return (
    <SettingsSection
      title={t('webhooks.deliveries')}
      label={t('webhooks.deliveries')}
      text={t('webhooks.deliveriesText', { count: maxListedWebhookLogs, days: webhookLogRetentionDays })}
      isBusy={loaded.status === 'loading'}
      action={
        <>
          <IconButton label={t('webhooks.refresh')} icon={<RefreshCw />} onClick={loaded.retry} />
          <Button
            icon={<Send />}
            loading={sending}
            onClick={() => void send(() => sendTestDelivery(webhookId))}
          >
            {t('webhooks.test')}
          </Button>
        </>
      }
    >
      <LoadedContent of={loaded}>
        {logs.length === 0 && (
          <EmptyState
            compact
            icon={<Send />}
            title={t('webhooks.noDeliveries')}
            text={t('webhooks.noDeliveriesText')}
          />
        )}
      </LoadedContent>
      {logs.length > 0 && (
        <ul className="flex flex-col" aria-label={t('webhooks.deliveries')}>
          {logs.map((log) => (
            <DeliveryLine
              key={log.id}
              log={log}
              sending={sending}
              open={shown === log.id}
              onOpen={(open) => setShown(open ? log.id : null)}
              onRedeliver={() => void send(() => resendWebhookDelivery(webhookId, log.id))}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {sending && t('webhooks.sending')}
      </p>
    </SettingsSection>
  )
}

/**
 * Milliseconds between two polls after a manual delivery. All `maxPolls` polls together take longer than the
 * time that a receiver has to respond.
 */
const pollInterval = 700
const maxPolls = 50

function useDeliveries(webhookId: string) {
  const { t } = useTranslation()
  const withErrorToast = useErrorToast()
  const [logs, setLogs] = useState<WebhookLog[]>([])
  const [sending, setSending] = useState(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const read = useCallback(async () => setLogs(await listWebhookDeliveries(webhookId)), [webhookId])
  const loaded = useLoadState(read)

  /** Polls until the delivery appears in the log. */
  async function follow(deliveryId: string, known: ReadonlySet<string>): Promise<void> {
    for (let polls = 0; polls < maxPolls && isMounted.current; polls++) {
      const now = await listWebhookDeliveries(webhookId)
      setLogs(now)
      if (now.some(({ id, delivery_id }) => delivery_id === deliveryId && !known.has(id))) return
      await new Promise((resolve) => setTimeout(resolve, pollInterval))
    }
    if (isMounted.current) toast.message(t('webhooks.late'))
  }

  async function send(work: () => Promise<{ delivery_id: string }>): Promise<void> {
    setSending(true)
    const known = new Set(logs.map(({ id }) => id))
    try {
      await withErrorToast(work().then(({ delivery_id }) => follow(delivery_id, known)))
    } catch {
      // `withErrorToast` has already shown the error.
    }
    setSending(false)
  }

  return { logs, loaded, sending, send }
}
