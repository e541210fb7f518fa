import { ChevronRight, Server } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { AuditRecord } from '#common/organization/audit/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import {
  auditActorName,
  auditFieldName,
  describeAuditRecord,
  deviceName,
  formatAuditTime,
  formatAuditValue,
} from './describe-audit-record.ts'
import type { AuditLogKind } from './use-records.ts'

interface Props {
  of: AuditLogKind
  record: AuditRecord
  open: boolean
  onOpen: (open: boolean) => void
  /** Called when the user wants to filter the log by this actor. */
  onActor: (actor: { id: string; name: string }) => void
}

/** An audit entry as a sentence. A click expands its details. */
export function AuditLogRow({ of, record, open, onOpen, onActor }: Props) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { actor, created_at, ip, token_label, action, workspace_name } = record
  const facts = [
    timeAgo(created_at, i18n.language),
    ...(of === 'instance' && workspace_name !== null ? [workspace_name] : []),
    ...(ip === null ? [] : [ip]),
  ]
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => onOpen(!open)}
        className="group flex w-full items-start gap-2.5 rounded-sm py-2.5 text-ui-start coarse:min-h-touch"
      >
        {actor === null ? (
          <span className="grid size-5 shrink-0 place-items-center text-icon-faint">
            <Server className="size-4" aria-hidden />
          </span>
        ) : (
          <Avatar id={actor} name={auditActorName(record)} size="sm" decorative />
        )}
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block wrap-anywhere group-hover:underline">
            {describeAuditRecord(record)}
          </span>
          <span className="flex flex-wrap items-center gap-x-2 text-sm text-soft wrap-anywhere">
            {facts.join(' · ')}
            {token_label !== null && <Badge>{token_label}</Badge>}
            {action === 'session.failed' && <Badge tone="danger">{t('audit.failed')}</Badge>}
          </span>
        </span>
        <ChevronRight
          className={cx('mt-0.5 size-4 shrink-0 text-icon-faint transition-transform', open && 'rotate-90')}
          aria-hidden
        />
      </button>
      <div id={id} hidden={!open} className="pb-4 ps-7.5">
        {open && <Details record={record} onActor={onActor} />}
      </div>
    </li>
  )
}

function Details({ record, onActor }: Pick<Props, 'record' | 'onActor'>) {
  const { t, i18n } = useTranslation()
  const changes = Object.entries(record.changes)
  const { actor } = record
  const name = auditActorName(record)
  return (
    <div className="flex flex-col gap-3">
      {changes.length > 0 && (
        <table className="w-full table-fixed text-sm">
          <caption className="sr-only">{t('audit.changed')}</caption>
          <thead className="text-ui-start text-soft">
            <tr>
              {[t('audit.field'), t('audit.before'), t('audit.after')].map((head) => (
                <th key={head} scope="col" className="py-1 pe-3 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(([field, { before, after }]) => (
              <tr key={field} className="border-t border-line align-top">
                <th scope="row" className="py-1 pe-3 text-ui-start font-normal text-soft">
                  {auditFieldName(field)}
                </th>
                {[before, after].map((value, at) => (
                  <td key={at === 0 ? 'before' : 'after'} dir="auto" className="py-1 pe-3 wrap-anywhere">
                    {formatAuditValue(field, value, i18n.language)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl
        className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 text-sm"
        aria-label={t('audit.details')}
      >
        {Object.entries(record.facts).map(([field, value]) => (
          <Fact key={field} name={auditFieldName(field)}>
            {formatAuditValue(field, value, i18n.language)}
          </Fact>
        ))}
        <Fact name={t('audit.detail.actor')}>{auditActorName(record)}</Fact>
        <Fact name={t('audit.detail.time')}>{formatAuditTime(record.created_at, i18n.language)}</Fact>
        <Fact name={t('audit.detail.workspace')}>{record.workspace_name}</Fact>
        <Fact name={t('audit.detail.project')}>{record.project_name}</Fact>
        <Fact name={t('audit.detail.token')}>{record.token_label}</Fact>
        <Fact name={t('audit.detail.ip')}>{record.ip}</Fact>
        <Fact name={t('audit.detail.device')}>
          {record.user_agent ? deviceName(record.user_agent) : null}
        </Fact>
        <Fact name={t('audit.detail.action')}>
          <code className="font-mono">{record.action}</code>
        </Fact>
      </dl>
      {actor !== null && (
        <Button size="sm" className="self-start" onClick={() => onActor({ id: actor, name })}>
          <span dir="auto">{t('audit.onlyOf', { name })}</span>
        </Button>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null) return null
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd dir="auto" className="wrap-anywhere">
        {children}
      </dd>
    </>
  )
}
