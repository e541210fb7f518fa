import { CircleCheck, RotateCw } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { InstanceJobs, JobFailure } from '#common/operation/instance/schema.ts'
import { useErrorMessage } from '../../identity/sign-in/use-error-message.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { toast } from '../../platform/ui/toast.ts'
import { InstanceLoadedContent } from './InstanceLoadedContent.tsx'

/** Screen `/admin/jobs` with waiting and failed jobs and their errors. */
export function JobsScreen() {
  const { t } = useTranslation()
  const words = useErrorMessage()
  const [{ queues, failures }, setJobs] = useState<InstanceJobs>({ queues: [], failures: [] })
  const loaded = useLoadState(useCallback(async () => setJobs(await request('listInstanceJobs', {})), []))

  async function retry(failure: JobFailure) {
    try {
      await request('retryFailedJob', { params: { job_id: failure.id } })
      toast.ok(t('instance.repeated', { name: failure.name }))
      loaded.retry()
    } catch (error) {
      toast.error(words(error))
    }
  }

  return (
    <InstanceLoadedContent of={loaded}>
      <SettingsSection
        title={t('instance.failures')}
        text={t('instance.failuresText')}
        action={
          <Button icon={<RotateCw />} onClick={loaded.retry}>
            {t('instance.refresh')}
          </Button>
        }
      >
        {failures.length === 0 && (
          <EmptyState
            compact
            icon={<CircleCheck />}
            title={t('instance.noFailures')}
            text={t('instance.noFailuresText')}
          />
        )}
        {failures.length > 0 && (
          <ul className="flex flex-col" aria-label={t('instance.failures')}>
            {failures.map((failure) => (
              <Failure key={failure.id} failure={failure} onRetry={() => void retry(failure)} />
            ))}
          </ul>
        )}
      </SettingsSection>
      <SettingsSection title={t('instance.queues')}>
        <Queues queues={queues} />
      </SettingsSection>
    </InstanceLoadedContent>
  )
}

function Failure({ failure, onRetry }: { failure: JobFailure; onRetry: () => void }) {
  const { t, i18n } = useTranslation()
  const { name, state, attempts, reason, failed_at } = failure
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <code className="font-mono text-sm">{name}</code>
          <Badge tone={state === 'given_up' ? 'danger' : 'warn'}>{t(`instance.jobState.${state}`)}</Badge>
        </p>
        <p className="text-sm wrap-anywhere">{reason ?? t('instance.noReason')}</p>
        <p className="text-sm text-soft">
          {t('instance.attempts', { count: attempts })} · {timeAgo(failed_at, i18n.language)}
        </p>
      </div>
      <Button size="sm" onClick={onRetry} aria-label={t('instance.repeatOf', { name })}>
        {t('instance.repeat')}
      </Button>
    </li>
  )
}

function Queues({ queues }: { queues: InstanceJobs['queues'] }) {
  const { t } = useTranslation()
  const columns = ['waiting', 'running', 'failed'] as const
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard
    <section className="overflow-x-auto" aria-label={t('instance.queues')} tabIndex={0}>
      <table className="w-full text-sm">
        <thead className="text-ui-start text-soft">
          <tr>
            <th scope="col" className="py-1 pe-3 font-medium">
              {t('instance.queue')}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-1 text-ui-end font-medium">
                {t(`instance.${column}`)}
              </th>
            ))}
            <th scope="col" className="py-1 ps-3 font-medium max-sm:hidden">
              {t('instance.cron')}
            </th>
          </tr>
        </thead>
        <tbody>
          {queues.map((queue) => (
            <tr key={queue.name} className="border-t border-line">
              <th scope="row" className="py-1.5 pe-3 text-ui-start font-normal">
                <code className="font-mono">{queue.name}</code>
              </th>
              {columns.map((column) => (
                <td key={column} className="tabular px-2 py-1.5 text-ui-end">
                  {queue[column]}
                </td>
              ))}
              <td className="py-1.5 ps-3 whitespace-nowrap text-soft max-sm:hidden">
                <code className="font-mono">{queue.cron ?? ''}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
