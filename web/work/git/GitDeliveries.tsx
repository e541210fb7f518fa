import { RefreshCw, RotateCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import { gitDeliveryRetentionDays, maxListedGitDeliveries } from '#common/work/git/rules.ts'
import type { GitConnection, GitDelivery } from '#common/work/git/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { translateServerMessage } from '../../locales/translate-server-message.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { listDeliveries, retryDelivery, useGitErrorToast } from './actions.ts'

interface GitDeliveriesProps {
  connection: GitConnection
  canChange: boolean
}

/** Lists the latest webhook deliveries, each with a button to process the delivery again. */
export function GitDeliveries({ connection, canChange }: GitDeliveriesProps) {
  const { t } = useTranslation()
  const withErrorToast = useGitErrorToast()
  const [deliveries, setDeliveries] = useState<GitDelivery[]>([])
  const { id, project_id } = connection
  const loaded = useLoadState(
    useCallback(async () => setDeliveries(await listDeliveries({ id, project_id })), [id, project_id]),
  )

  async function retry(delivery: GitDelivery): Promise<void> {
    try {
      const changed = await withErrorToast(retryDelivery(connection, delivery.id))
      setDeliveries((all) => all.map((one) => (one.id === changed.id ? changed : one)))
    } catch {
      // `withErrorToast` has already shown the error.
    }
  }

  return (
    <section
      aria-label={t('git.deliveries')}
      aria-busy={loaded.status === 'loading'}
      className="flex flex-col gap-2"
    >
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-strong">{t('git.deliveries')}</h3>
        <IconButton size="sm" label={t('git.refresh')} icon={<RefreshCw />} onClick={loaded.retry} />
      </div>
      <p className="text-sm text-pretty text-soft">
        {t('git.deliveriesText', { count: maxListedGitDeliveries, days: gitDeliveryRetentionDays })}
      </p>
      <LoadedContent of={loaded} compact>
        {deliveries.length === 0 && <p className="text-soft">{t('git.noDeliveries')}</p>}
      </LoadedContent>
      {deliveries.length > 0 && (
        <ul aria-label={t('git.deliveries')}>
          {deliveries.map((delivery) => (
            <DeliveryLine
              key={delivery.id}
              delivery={delivery}
              onRetry={canChange ? () => void retry(delivery) : null}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

const tones = { pending: 'neutral', done: 'ok', ignored: 'neutral', failed: 'danger' } as const

function DeliveryLine({ delivery, onRetry }: { delivery: GitDelivery; onRetry: (() => void) | null }) {
  const { t, i18n } = useTranslation()
  const { event, subjects, status, error, linked_count, moved_count, created_at } = delivery
  const facts = [
    ...(linked_count > 0 ? [t('git.linked', { count: linked_count })] : []),
    ...(moved_count > 0 ? [t('git.moved', { count: moved_count })] : []),
    timeAgo(created_at, i18n.language),
  ]
  return (
    <li className="flex min-h-9 items-center gap-2.5 border-b border-line py-1 last:border-0">
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <code className="font-mono text-sm">{event}</code>
        {subjects.map((subject) => (
          <code key={subject} className="font-mono text-sm text-soft wrap-anywhere">
            {subject}
          </code>
        ))}
        <Badge tone={tones[status]}>{t(`git.statuses.${status}`)}</Badge>
        <span className="text-sm text-soft sm:ms-auto">{facts.join(' · ')}</span>
        {error !== null && (
          <span className="basis-full text-sm text-danger wrap-anywhere">
            {translateServerMessage(error)}
          </span>
        )}
      </span>
      {onRetry !== null && delivery.can_retry && (
        <IconButton size="sm" label={t('git.retry', { event })} icon={<RotateCw />} onClick={onRetry} />
      )}
    </li>
  )
}
