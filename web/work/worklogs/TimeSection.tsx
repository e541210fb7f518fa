import { useAtomValue } from 'jotai'
import { Clock, MoreHorizontal, Pencil, Play, Plus, Square, Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import type { WorkItemRow } from '#common/work/work-items/schema.ts'
import type { WorklogRow } from '#common/work/worklogs/schema.ts'
import { formatDuration } from '../../locales/durations.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { formatShortDate } from '../../platform/person/dates.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { Section, SectionButton } from '../../platform/ui/Section.tsx'
import { deleteWorklog, discardTimer, loadWorklogs, startTimer, stopTimer } from './actions.ts'
import { itemWorklogsAtom, timerAtom, useWorklogRights } from './atoms.ts'
import { openWorklogDialog } from './dialogs.ts'
import { ElapsedTime } from './RunningTimer.tsx'

/** The logged time of an item, updated live, for users who can see it. */
export function TimeSection({ row }: { row: WorkItemRow }) {
  const rights = useWorklogRights(row)
  return rights.see && <Logs key={row.id} row={row} />
}

function Logs({ row }: { row: WorkItemRow }) {
  const { t } = useTranslation()
  const { id, project_id } = row
  const rights = useWorklogRights(row)
  const logs = useAtomValue(itemWorklogsAtom(id))
  const timer = useAtomValue(timerAtom)
  const mine = timer?.issue_id === id ? timer : null
  const { status, retry } = useLoadState(
    useCallback(() => loadWorklogs({ id, project_id }), [id, project_id]),
  )
  const isBroken = logs.length === 0 && status === 'error'
  const total = logs.reduce((sum, { duration }) => sum + duration, 0)
  return (
    <Section
      title={t('time.title')}
      summary={
        total > 0 && (
          <span
            role="img"
            aria-label={t('time.total', { time: formatDuration(total) })}
            className="text-sm text-soft tabular"
          >
            {formatDuration(total)}
          </span>
        )
      }
      isEmpty={logs.length === 0 && !isBroken && mine === null}
      action={
        rights.log(row) && (
          <>
            {mine === null && (
              <SectionButton label={t('time.start')} icon={<Play />} onClick={() => void startTimer(row)} />
            )}
            <SectionButton
              label={t('time.log')}
              icon={<Plus />}
              emptyIcon={<Clock />}
              onClick={() => openWorklogDialog({ issue_id: id, id: null })}
            />
          </>
        )
      }
    >
      {mine && (
        <div className="flex min-h-8 items-center gap-2 text-accent-text">
          <span aria-hidden className="grid size-6 shrink-0 place-items-center">
            <span className="size-2 rounded-full bg-accent" />
          </span>
          <span className="min-w-0 flex-1 truncate font-medium">{t('time.timer')}</span>
          <ElapsedTime since={mine.started_at} />
          <IconButton
            size="sm"
            label={t('time.stop')}
            icon={<Square className="fill-current" />}
            onClick={() => void stopTimer(mine)}
          />
          <IconButton
            size="sm"
            label={t('time.discard')}
            icon={<Trash2 />}
            onClick={() => void discardTimer(mine)}
          />
        </div>
      )}
      {isBroken && <LoadError compact onRetry={retry} />}
      {logs.length > 0 && (
        <ul aria-label={t('time.title')}>
          {logs.map((log) => (
            <LogLine key={log.id} log={log} canChange={rights.change(log, row)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function LogLine({ log, canChange }: { log: WorklogRow; canChange: boolean }) {
  const { t, i18n } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(log.logged_by))
  const name = displayNameOf(person) ?? t('time.formerPerson')
  const time = formatDuration(log.duration)
  return (
    <li className="group/line -mx-1.5 flex min-h-8 items-center gap-2 rounded-sm px-1.5 hover:bg-hover coarse:min-h-11">
      <span className="grid size-6 shrink-0 place-items-center">
        <Avatar id={log.logged_by} name={name} src={person?.avatar_url ?? null} size="xs" decorative />
      </span>
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <span dir="auto" className="max-w-1/2 shrink-0 truncate font-medium">
          {name}
        </span>
        <span dir="auto" title={log.description} className="truncate text-sm text-soft">
          {log.description}
        </span>
      </span>
      <span className="shrink-0 text-sm text-faint tabular">{formatShortDate(log.date, i18n.language)}</span>
      <span className="min-w-14 shrink-0 text-ui-end tabular">{time}</span>
      {canChange ? (
        <Menu
          align="end"
          trigger={
            <IconButton
              size="sm"
              label={t('time.actionsOf', { time, name })}
              icon={<MoreHorizontal />}
              className="opacity-0 focus-visible:opacity-100 group-focus-within/line:opacity-100 group-hover/line:opacity-100 aria-expanded:opacity-100 coarse:opacity-100"
            />
          }
        >
          <MenuItem
            icon={<Pencil />}
            onSelect={() => openWorklogDialog({ issue_id: log.issue_id, id: log.id })}
          >
            {t('time.editLog')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 />} danger onSelect={() => void deleteWorklog(log)}>
            {t('time.deleteLog')}
          </MenuItem>
        </Menu>
      ) : (
        <span className="w-control-sm shrink-0" />
      )}
    </li>
  )
}
