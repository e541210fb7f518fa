import { useAtomValue } from 'jotai'
import { Inbox, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { canSubmitIntake } from '#common/planning/intake/rules.ts'
import { canTriageIntake } from '#common/work/work-items/triage.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { intakePageFailureMessage } from '../../platform/app/failures.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom, useProjectActor } from '../../platform/person/roles.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { useHotkey } from '../../platform/ui/hotkeys.ts'
import { NoAccessState } from '../../platform/ui/NoAccessState.tsx'
import { SegmentedControl } from '../../platform/ui/SegmentedControl.tsx'
import { Select } from '../../platform/ui/Select.tsx'
import { type IntakeTab, intakePath } from '../../work/cycles-modules-epics/intake-paths.ts'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { openIntakeForm } from './form.ts'
import { IntakeFilterBar } from './IntakeFilterBar.tsx'
import { IntakeItem } from './IntakeItem.tsx'
import { IntakeListRow } from './IntakeListRow.tsx'
import {
  hasIntakeFilters,
  type IntakeListEntry,
  type IntakeSortOrder,
  noIntakeFilters,
  useIntakeItems,
} from './use-intake.ts'

/** The intake screen of a project: the list and the selected item next to it. */
export function Intake() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const myRole = useAtomValue(projectRoleAtom(projectId))
  const canSend = canSubmitIntake(useProjectActor(projectId)) && project?.inbox_view === true
  const title = t('intake.title')
  const [search, setSearch] = useSearchParams()
  // The empty list of work items opens this screen with `?new`, which opens the form.
  const opensForm = canSend && search.has('new')
  useEffect(() => {
    if (!opensForm) return
    openIntakeForm(projectId)
    setSearch({}, { replace: true })
  }, [opensForm, projectId, setSearch])
  return (
    <>
      <TopBar
        title={title}
        crumbs={<ProjectCrumbs projectId={projectId} page={title} />}
        actions={
          canSend && (
            <Button variant="primary" icon={<Send />} onClick={() => openIntakeForm(projectId)}>
              <span className="max-sm:sr-only">{t('intake.new')}</span>
            </Button>
          )
        }
      />
      {project === undefined ? (
        <NoAccessState title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : !project.inbox_view ? (
        <NoAccessState title={t('intake.off')} />
      ) : !canSubmitIntake({ role: myRole }) ? (
        <NoAccessState title={t('intake.noAccessTitle')} />
      ) : (
        <ListAndItem key={projectId} projectId={projectId} />
      )}
    </>
  )
}

function ListAndItem({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const tab: IntakeTab = search.get('tab') === 'closed' ? 'closed' : 'open'
  const id = search.get('item')
  const [order, setOrder] = useState<IntakeSortOrder>('-issue__created_at')
  const [filters, setFilters] = useState(noIntakeFilters)
  const read = useIntakeItems(projectId, tab, order, filters)
  const { shown } = read
  const open = (next: string | null) => void navigate(intakePath(projectId, tab, next), { replace: true })
  const steps = useSteps(shown, id)
  const go = (to: string | null) => to !== null && open(to)
  const group = t('intake.title')
  const forward = { enabled: steps.next !== null, group, description: t('intake.next') }
  const back = { enabled: steps.previous !== null, group, description: t('intake.previous') }
  useHotkey('j', () => go(steps.next), forward)
  useHotkey('arrowdown', () => go(steps.next), forward)
  useHotkey('k', () => go(steps.previous), back)
  useHotkey('arrowup', () => go(steps.previous), back)
  return (
    <div className="flex min-h-0 flex-1">
      <section
        aria-label={t('intake.list')}
        className={cx(
          'flex min-h-0 w-full flex-col border-line md:w-85 md:shrink-0 md:border-e',
          id !== null && 'max-md:hidden',
        )}
      >
        <div className="flex min-h-11 shrink-0 flex-wrap items-center justify-between gap-2 border-b border-line px-3 py-1 coarse:min-h-14">
          <SegmentedControl
            label={t('intake.tabs')}
            value={tab}
            onChange={(next) => {
              setFilters(noIntakeFilters)
              void navigate(intakePath(projectId, next, null), { replace: true })
            }}
            options={[
              { value: 'open', label: t('intake.open') },
              { value: 'closed', label: t('intake.closed') },
            ]}
          />
          <Select
            label={t('intake.orderBy')}
            className="min-w-0 flex-1 basis-32"
            value={order}
            onChange={setOrder}
            options={orders.map((value) => ({ value, label: t(`intake.orders.${value}`) }))}
          />
        </div>
        <IntakeFilterBar key={tab} projectId={projectId} tab={tab} filters={filters} onChange={setFilters} />
        <List
          projectId={projectId}
          tab={tab}
          id={id}
          read={read}
          onClear={hasIntakeFilters(filters) ? () => setFilters(noIntakeFilters) : null}
        />
      </section>
      <div className={cx('min-w-0 flex-1', id === null && 'max-md:hidden')}>
        {id === null ? (
          shown.length > 0 && (
            <div className="flex h-full items-center justify-center">
              <EmptyState icon={<Inbox />} title={t('intake.choose')} />
            </div>
          )
        ) : (
          <IntakeItem
            key={id}
            id={id}
            projectId={projectId}
            previous={steps.previous}
            next={steps.next}
            onOpen={open}
          />
        )}
      </div>
    </div>
  )
}

interface ListProps {
  projectId: string
  tab: IntakeTab
  id: string | null
  read: ReturnType<typeof useIntakeItems>
  /** Resets the filter. Null if no filter is set. */
  onClear: (() => void) | null
}

function List({ projectId, tab, id, read: { status, retry, failure, shown, more }, onClear }: ListProps) {
  const { t } = useTranslation()
  if (status === 'error' && shown.length === 0) return <LoadError onRetry={retry} failure={failure} />
  if (status === 'no_access') return <NoAccessState title={t('intake.noAccessTitle')} />
  if (shown.length === 0 && onClear !== null && status === 'ready')
    return (
      <EmptyState
        title={t('intake.noneFits')}
        action={<Button onClick={onClear}>{t('intake.clear')}</Button>}
      />
    )
  if (shown.length === 0)
    return status === 'loading' ? <ListSkeleton /> : <Empty projectId={projectId} tab={tab} />
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
      <ul aria-label={t('intake.list')}>
        {shown.map((one) => (
          <IntakeListRow
            key={one.row.id}
            {...one}
            isChosen={one.row.id === id}
            to={intakePath(projectId, tab, one.row.id)}
          />
        ))}
      </ul>
      {status === 'error' && <LoadError compact onRetry={retry} failure={intakePageFailureMessage()} />}
      {more !== null && status !== 'error' && (
        <div className="flex justify-center p-3">
          <Button onClick={more}>{t('intake.more')}</Button>
        </div>
      )}
    </div>
  )
}

const orders: readonly IntakeSortOrder[] = [
  '-issue__created_at',
  'issue__created_at',
  '-issue__updated_at',
  '-issue__sequence_id',
]

/**
 * Returns the items before and after the selected item. If the selected item has left the list, its last
 * position is used.
 */
function useSteps(shown: readonly IntakeListEntry[], id: string | null) {
  const last = useRef(0)
  const at = shown.findIndex(({ row }) => row.id === id)
  useEffect(() => {
    if (at >= 0) last.current = at
  }, [at])
  const idAt = (index: number) => shown[index]?.row.id ?? null
  if (at >= 0) return { previous: idAt(at - 1), next: idAt(at + 1) }
  // If nothing is selected, `next` selects the first item.
  return id === null
    ? { previous: null, next: idAt(0) }
    : { previous: idAt(last.current - 1), next: idAt(last.current) }
}

function Empty({ projectId, tab }: { projectId: string; tab: IntakeTab }) {
  const { t } = useTranslation()
  const actor = useProjectActor(projectId)
  if (tab === 'closed')
    return <EmptyState icon={<Inbox />} title={t('intake.closedTitle')} text={t('intake.closedText')} />
  return (
    <EmptyState
      icon={<Inbox />}
      title={t('intake.openTitle')}
      text={t(canTriageIntake(actor) ? 'intake.openText' : 'intake.openTextOwn')}
      action={
        canSubmitIntake(actor) && (
          <Button variant="primary" icon={<Send />} onClick={() => openIntakeForm(projectId)}>
            {t('intake.new')}
          </Button>
        )
      }
    />
  )
}
