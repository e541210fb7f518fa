import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { UserLite } from '#common/identity/users/schema.ts'
import { auditRetentionDays } from '#common/organization/audit/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { LoadedContent } from '../../platform/shell/LoadedContent.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { buttonClass } from '../../platform/ui/button-class.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SettingsSection } from '../../platform/ui/SettingsSection.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditLogRow } from './AuditLogRow.tsx'
import {
  type AuditFilter,
  type AuditLogKind,
  auditExportUrl,
  noAuditFilter,
  useAuditRecords,
} from './use-records.ts'

interface Props {
  of: AuditLogKind
  /**
   * The users that the actor filter offers. To filter by another actor, the user clicks the actor in an audit entry.
   */
  people: readonly UserLite[]
}

/** The audit log, newest first, with search, filters, export and live updates. */
export function AuditLog({ of, people }: Props) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<AuditFilter>(noAuditFilter)
  const { records, more, ...loaded } = useAuditRecords(of, filter)
  const [shown, setShown] = useState<string | null>(null)
  const isNarrowed = filter !== noAuditFilter
  if (loaded.status === 'no_access') return <NoAccessState title={t('workspaces.settingsForAdmins')} />
  return (
    <SettingsSection
      title={t('audit.title')}
      text={t(of === 'instance' ? 'audit.textInstance' : 'audit.text', { days: auditRetentionDays })}
      action={<Exports of={of} filter={filter} />}
      isBusy={loaded.status === 'loading'}
    >
      <AuditFilters of={of} people={people} filter={filter} onChange={setFilter} />
      <LoadedContent of={loaded} skeleton={records.length === 0 && <Skeleton className="h-60" />}>
        {records.length === 0 && (
          <EmptyState
            icon={<ScrollText />}
            title={t(isNarrowed ? 'audit.none' : 'audit.empty')}
            text={t(isNarrowed ? 'audit.noneText' : 'audit.emptyText')}
            action={
              isNarrowed && <Button onClick={() => setFilter(noAuditFilter)}>{t('audit.clear')}</Button>
            }
          />
        )}
      </LoadedContent>
      {records.length > 0 && (
        <ul className="flex flex-col" aria-label={t('audit.records')}>
          {records.map((record) => (
            <AuditLogRow
              key={record.id}
              of={of}
              record={record}
              open={shown === record.id}
              onOpen={(open) => setShown(open ? record.id : null)}
              onActor={(actor) => setFilter({ ...filter, actor })}
            />
          ))}
        </ul>
      )}
      {more !== null && (
        <Button className="self-center" onClick={more}>
          {t('audit.more')}
        </Button>
      )}
    </SettingsSection>
  )
}

function Exports({ of, filter }: { of: AuditLogKind; filter: AuditFilter }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-center gap-1.5">
      {(['csv', 'json'] as const).map((format) => (
        <a
          key={format}
          href={auditExportUrl(of, filter, format)}
          download
          className={buttonClass({ size: 'sm' })}
        >
          <Download className="size-3.5" aria-hidden />
          {t(format === 'csv' ? 'audit.exportCsv' : 'audit.exportJson')}
        </a>
      ))}
    </div>
  )
}
