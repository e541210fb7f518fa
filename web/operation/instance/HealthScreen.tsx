import { RotateCw } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import type { InstanceHealth } from '#common/operation/instance/schema.ts'
import { formatNumber } from '../../locales/formats.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { request } from '../../platform/app/sync.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Badge } from '../../platform/ui/Badge.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { formatFileSize } from '../../platform/uploads/file-size.ts'
import { InstanceLoadedContent } from './InstanceLoadedContent.tsx'

/** Screen `/admin/health` with the health of all services, and the versions of Tandem and of the services. */
export function HealthScreen() {
  const { t } = useTranslation()
  const [health, setHealth] = useState<InstanceHealth | null>(null)
  const loaded = useLoadState(useCallback(async () => setHealth(await request('getInstanceHealth', {})), []))
  return (
    <InstanceLoadedContent of={loaded}>
      {health !== null && (
        <>
          <ProxyWarnings health={health} />
          <SettingsSection
            title={t('instance.health.state')}
            action={
              <Button icon={<RotateCw />} onClick={loaded.retry}>
                {t('instance.refresh')}
              </Button>
            }
          >
            <State health={health} />
          </SettingsSection>
          <SettingsSection title={t('instance.health.versions')}>
            <Facts>
              <Fact name="Tandem">{health.program}</Fact>
              <Fact name="Node">{health.node}</Fact>
              <Fact name="PostgreSQL">{health.database.version}</Fact>
              {health.redis?.version && <Fact name="Redis">{health.redis.version}</Fact>}
              <Fact name={t('instance.health.migration')}>{health.last_migration}</Fact>
              <Fact name={t('instance.health.documents')}>{health.document_schema}</Fact>
            </Facts>
          </SettingsSection>
          <Readers readers={health.readers} />
        </>
      )}
    </InstanceLoadedContent>
  )
}

function ProxyWarnings({ health }: { health: InstanceHealth }) {
  const { t, i18n } = useTranslation()
  const { proxy_warnings, app_url } = health
  if (proxy_warnings.length === 0) return null
  return (
    <SettingsSection title={t('instance.health.proxy')}>
      <ul className="flex flex-col gap-3">
        {proxy_warnings.map(({ problem, seen, last_at }) => (
          <li key={problem} className="flex flex-col items-start gap-1">
            <Badge tone="warn">{t(`instance.health.proxyProblem.${problem}`)}</Badge>
            <p className="max-w-140 text-pretty wrap-anywhere">
              {t(`instance.health.proxyText.${problem}`, { seen, address: app_url })}
            </p>
            <p className="text-soft">
              {t('instance.health.proxySeen', { time: timeAgo(last_at, i18n.language) })}
            </p>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}

function State({ health }: { health: InstanceHealth }) {
  const { t, i18n } = useTranslation()
  const { database, redis, files, memory, last_backup_at, mail } = health
  const of = (milliseconds: number) =>
    t('instance.health.milliseconds', { count: milliseconds, amount: formatNumber(milliseconds) })
  return (
    <Facts>
      <Fact name={t('instance.health.database')}>
        <Well isWell /> {formatFileSize(database.bytes)} · {of(database.milliseconds)} ·{' '}
        {t('instance.health.connections', { count: database.connections })}
      </Fact>
      <Fact name="Redis">
        {redis === null ? (
          t('instance.health.noRedis')
        ) : (
          <>
            <Well isWell={redis.is_reachable} /> {redis.milliseconds !== null && of(redis.milliseconds)}
          </>
        )}
      </Fact>
      <Fact name={t('instance.health.files')}>
        <Well isWell={files.is_reachable} /> {t(`instance.health.${files.kind}`)} ·{' '}
        {t('instance.health.fileCount', { count: files.count })} · {formatFileSize(files.bytes)}
      </Fact>
      <Fact name={t('instance.health.mail')}>{t(`instance.health.mailBy.${mail}`)}</Fact>
      <Fact name={t('instance.health.backup')}>
        {last_backup_at === null ? (
          <Badge tone="warn">{t('instance.health.noBackup')}</Badge>
        ) : (
          timeAgo(last_backup_at, i18n.language)
        )}
      </Fact>
      <Fact name={t('instance.health.memory')}>{formatFileSize(memory.rss)}</Fact>
      <Fact name={t('instance.health.uptime')}>
        {t('instance.health.minutes', { count: Math.floor(health.uptime / 60) })} · {health.role}
      </Fact>
    </Facts>
  )
}

function Readers({ readers }: Pick<InstanceHealth, 'readers'>) {
  const { t } = useTranslation()
  return (
    <SettingsSection title={t('instance.health.readers')} text={t('instance.health.readersText')}>
      <Facts>
        {readers.map(({ reader, versions, seconds }) => (
          <Fact key={reader} name={reader}>
            {versions === 0 ? (
              <Badge tone="ok">{t('instance.health.upToDate')}</Badge>
            ) : (
              t('instance.health.behind', { count: versions, seconds: Math.round(seconds) })
            )}
          </Fact>
        ))}
      </Facts>
    </SettingsSection>
  )
}

function Well({ isWell }: { isWell: boolean }) {
  const { t } = useTranslation()
  return (
    <Badge tone={isWell ? 'ok' : 'danger'}>
      {t(isWell ? 'instance.health.reachable' : 'instance.health.away')}
    </Badge>
  )
}

function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[minmax(7rem,12rem)_1fr] gap-x-4 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-0">
      {children}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="wrap-anywhere max-sm:mb-2">{children}</dd>
    </>
  )
}
