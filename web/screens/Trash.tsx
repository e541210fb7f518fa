import { useAtomValue } from 'jotai'
import { MoreHorizontal, Trash2, Undo2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Link, useParams } from 'react-router'
import { daysLeftInTrash, trashDays } from '#common/work-items/rules.ts'
import type { TrashedWorkItem, WorkItemRow } from '#common/work-items/schema.ts'
import { request, tables } from '../app/sync.ts'
import { restoreItems } from '../listing/bulk/delete-many.ts'
import { ListSkeleton } from '../listing/layouts/skeletons.tsx'
import { t, useTranslation } from '../locales/i18n.ts'
import { useTrashRights } from '../permissions/may.ts'
import { LoadError } from '../shell/LoadError.tsx'
import { ProjectCrumbs } from '../shell/ProjectCrumbs.tsx'
import { TopBar } from '../shell/TopBar.tsx'
import { currentSlug } from '../shell/workspace.ts'
import { RequestError } from '../sync/http.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu } from '../ui/Menu.tsx'
import { MenuItem } from '../ui/MenuItem.tsx'
import { NoAccess } from '../ui/NoAccess.tsx'
import { StateIcon } from '../ui/StateIcon.tsx'
import { timeAgo } from '../ui/time-ago.ts'
import { toast } from '../ui/toast.ts'
import { keyOf } from '../work-items/actions.ts'
import { useTrash } from './use-trash.ts'

/** What was deleted in a project and can be brought back, by whoever could delete it. Live on every screen that shows it. */
export function Trash() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const { see } = useTrashRights(projectId)
  return (
    <>
      <TopBar
        title={t('trash.title')}
        crumbs={<ProjectCrumbs projectId={projectId} page={t('trash.title')} />}
      />
      {project === undefined ? (
        <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : see ? (
        <TrashOf key={projectId} projectId={projectId} />
      ) : (
        <NoAccess title={t('trash.noAccessTitle')} text={t('trash.noAccessText')} />
      )}
    </>
  )
}

function TrashOf({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const { status, retry, rows, more } = useTrash(projectId)
  const rights = useTrashRights(projectId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [purged, setPurged] = useState<readonly TrashedWorkItem[]>([])
  const selectable = rows.filter(rights.restore)
  const selected = selectable.filter(({ id }) => chosen.has(id))
  if (status === 'loading') return <ListSkeleton />
  if (status === 'error') return <LoadError onRetry={retry} />
  if (status === 'no_access')
    return <NoAccess title={t('trash.noAccessTitle')} text={t('trash.noAccessText')} />
  if (rows.length === 0 && more === null)
    return (
      <EmptyState
        icon={<Trash2 />}
        title={t('trash.emptyTitle')}
        text={t('trash.emptyText', { days: trashDays })}
        action={
          <Link className={buttonClass({})} to={`/${currentSlug()}/projects/${projectId}/issues`}>
            {t('trash.toItems')}
          </Link>
        }
      />
    )
  const select = (ids: readonly string[], isChosen: boolean) =>
    setChosen((now) => new Set(isChosen ? [...now, ...ids] : [...now].filter((id) => !ids.includes(id))))
  return (
    <>
      <div className="flex min-h-12 flex-wrap items-center gap-2.5 border-b border-line px-4 py-1.5">
        {selectable.length > 0 && (
          <Checkbox
            checked={selected.length === 0 ? false : selected.length === selectable.length || 'some'}
            onChange={(isChosen) =>
              select(
                selectable.map(({ id }) => id),
                isChosen,
              )
            }
          >
            {/* On a phone how many there are and what is done with them need the room. */}
            <span className={cx(selected.length > 0 && 'max-sm:sr-only')}>{t('trash.selectAll')}</span>
          </Checkbox>
        )}
        {selected.length === 0 ? (
          <p className="ml-auto text-sm text-faint">{t('trash.hint', { days: trashDays })}</p>
        ) : (
          <>
            <span aria-live="polite" className="mr-auto text-soft">
              {t('trash.selected', { count: selected.length })}
            </span>
            <Button size="sm" icon={<Undo2 />} onClick={() => void restore(selected)}>
              {t('trash.restore')}
            </Button>
            {rights.purge && (
              <Button size="sm" variant="danger" icon={<Trash2 />} onClick={() => setPurged(selected)}>
                {t('trash.purge')}
              </Button>
            )}
          </>
        )}
      </div>
      <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
        <ul aria-label={t('trash.list')} onKeyDown={alongList}>
          {rows.map((row) => (
            <TrashLine
              key={row.id}
              row={row}
              isChosen={chosen.has(row.id)}
              onChoose={rights.restore(row) ? (isChosen) => select([row.id], isChosen) : null}
              onPurge={rights.purge ? () => setPurged([row]) : null}
            />
          ))}
        </ul>
        {more && (
          <div className="flex justify-center p-4">
            <Button onClick={more}>{t('trash.more')}</Button>
          </div>
        )}
      </div>
      <AlertDialog
        open={purged.length > 0}
        danger
        onOpenChange={(open) => !open && setPurged([])}
        title={t('trash.purgeTitle', { count: purged.length })}
        text={t('trash.purgeText', { count: purged.length })}
        confirmLabel={t('trash.purge')}
        onConfirm={() => purge(projectId, purged).then(retry)}
      />
    </>
  )
}

interface TrashLineProps {
  row: TrashedWorkItem
  isChosen: boolean
  /** Null where one may not restore it. */
  onChoose: ((isChosen: boolean) => void) | null
  onPurge: (() => void) | null
}

function TrashLine({ row, isChosen, onChoose, onPurge }: TrashLineProps) {
  const { t, i18n } = useTranslation()
  const state = useAtomValue(tables.states.rowAtom(row.state_id))
  const who = useAtomValue(tables.users.rowAtom(row.deleted_by ?? ''))
  const [key, name] = [keyOf(row), row.name]
  const when = timeAgo(row.deleted_at, i18n.language)
  const days = daysLeftInTrash(Date.parse(row.deleted_at), Date.now())
  return (
    <li
      className={cx(
        'group/line flex min-h-11 items-center gap-2.5 border-b border-line px-4 py-1',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      {onChoose && (
        <Checkbox label={t('trash.select', { key, name })} checked={isChosen} onChange={onChoose} />
      )}
      <StateIcon group={row.state__group} {...(state && { color: state.color, label: state.name })} />
      <span className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-2.5">
        <span className="flex min-w-0 items-baseline gap-2.5">
          <span className="shrink-0 text-sm text-faint tabular">{key}</span>
          <span dir="auto" className="truncate font-medium">
            {name}
          </span>
          {row.below > 0 && (
            <span className="shrink-0 text-sm text-faint max-sm:hidden">
              {t('trash.below', { count: row.below })}
            </span>
          )}
        </span>
        <span className="truncate text-sm text-faint sm:hidden">
          {who ? t('trash.by', { name: who.display_name, when }) : when}
          {' · '}
          {t('trash.daysLeft', { count: days })}
        </span>
      </span>
      <span className="hidden shrink-0 items-center gap-1.5 text-sm text-faint sm:flex">
        {who && <Avatar id={who.id} name={who.display_name} src={who.avatar_url} size="xs" decorative />}
        {who ? t('trash.deletedBy', { name: who.display_name, when }) : t('trash.deletedWhen', { when })}
      </span>
      <span
        className={cx(
          'hidden w-20 shrink-0 text-right text-sm tabular sm:block',
          days <= soonGone ? 'text-danger' : 'text-faint',
        )}
      >
        {t('trash.daysLeft', { count: days })}
      </span>
      {onChoose && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Undo2 />}
          aria-label={t('trash.restoreOf', { key, name })}
          onClick={() => void restore([row])}
        >
          <span className="max-sm:hidden">{t('trash.restore')}</span>
        </Button>
      )}
      {onPurge && (
        <Menu
          align="end"
          trigger={
            <IconButton size="sm" label={t('trash.actionsOf', { key, name })} icon={<MoreHorizontal />} />
          }
        >
          <MenuItem icon={<Trash2 />} danger onSelect={onPurge}>
            {t('trash.purge')}
          </MenuItem>
        </Menu>
      )}
    </li>
  )
}

/** Days in which one had better look. */
const soonGone = 3

function restore(rows: readonly TrashedWorkItem[]): Promise<void> {
  return restoreItems(rows.map(({ deleted_at, deleted_by, below, ...row }): WorkItemRow => row))
}

/** At once or not at all: what cannot be taken back must not wait for a connection. */
async function purge(project_id: string, rows: readonly TrashedWorkItem[]): Promise<void> {
  try {
    await request('purgeWorkItems', {
      params: { slug: currentSlug(), project_id },
      body: { issue_ids: rows.map(({ id }) => id) },
    })
    toast.ok(t('trash.purged', { count: rows.length }))
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast.error(t('trash.notPurged'), { text: t('shell.refusedServer') })
  }
}

function alongList(event: KeyboardEvent): void {
  const { key, target } = event
  const line = target instanceof Element ? target.closest('li') : null
  const next = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[key]
  if (!next || (target instanceof Element && target.ariaExpanded === 'true')) return
  event.preventDefault()
  next.querySelector<HTMLElement>('[role=checkbox]')?.focus()
}
