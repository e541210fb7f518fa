import { useAtomValue } from 'jotai'
import { ChevronRight, IterationCw, Plus, Repeat } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { CycleStatus } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { canKeepPlans } from '#common/planning/plans/rules.ts'
import { clockIn } from '#common/platform/clock.ts'
import { atLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/may.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { ProjectCrumbs } from '../../platform/shell/ProjectCrumbs.tsx'
import { TopBar } from '../../platform/shell/TopBar.tsx'
import { AvatarStack } from '../../platform/ui/AvatarStack.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { EmptyState } from '../../platform/ui/EmptyState.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { NoAccess } from '../../platform/ui/NoAccess.tsx'
import { orderDragClass, useOrderDrag } from '../../platform/ui/use-order-drag.ts'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { CycleIcon } from '../../work/plans/CycleIcon.tsx'
import { cycleDaysOf, cycleDaysWords, daysBetween } from '../../work/plans/cycle-words.ts'
import { cyclesAtom, statusOf } from '../../work/plans/cycles.ts'
import { totalText, useMeasure } from '../../work/plans/measure.ts'
import { ProgressRing } from '../../work/plans/ProgressRing.tsx'
import { MeasureSwitch } from '../figures/MeasureSwitch.tsx'
import { dropDraft, moveDraft, openCycleForm, timezoneOf } from './actions.ts'
import { openAutomaticCycles } from './automatic.ts'
import { CycleMenu } from './CycleMenu.tsx'
import { cyclePath } from './paths.ts'
import { useCycleRights } from './rights.ts'
import { type Counts, useCounts } from './use-figures.ts'

/** The cycles of a project by what becomes of them: the one that runs, those to come, those that are over, drafts, and the archive. */
export function Cycles() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const held = useAtomValue(projectRoleAtom(projectId))
  const { keep } = useCycleRights(projectId)
  const admin = keep && atLeast(held, role.admin)
  const measuring = useMeasure(projectId)
  const title = t('cycles.title')
  return (
    <>
      <TopBar
        title={title}
        crumbs={<ProjectCrumbs projectId={projectId} page={title} />}
        actions={
          <span className="flex items-center gap-2">
            {project?.cycle_view && canKeepPlans({ role: held }) && (
              <span className="max-sm:hidden">
                <MeasureSwitch measuring={measuring} />
              </span>
            )}
            {admin && (
              <IconButton
                label={t(project?.automatic_cycles ? 'cycles.automatic.on' : 'cycles.automatic.title')}
                pressed={project?.automatic_cycles != null}
                icon={<Repeat />}
                onClick={() => openAutomaticCycles(projectId)}
              />
            )}
            {keep && (
              <Button
                variant="primary"
                icon={<Plus />}
                keys="n c"
                onClick={() => openCycleForm({ project_id: projectId, id: null })}
              >
                <span className="max-sm:sr-only">{t('cycles.new')}</span>
              </Button>
            )}
          </span>
        }
      />
      {project === undefined ? (
        <NoAccess title={t('workItems.noProjectTitle')} text={t('workItems.noProjectText')} />
      ) : !canKeepPlans({ role: held }) ? (
        <NoAccess title={t('cycles.noAccessTitle')} text={t('cycles.noAccessText')} />
      ) : project.cycle_view ? (
        <Sections key={projectId} projectId={projectId} />
      ) : (
        <NoAccess title={t('cycles.off')} />
      )}
    </>
  )
}

type SectionName = CycleStatus | 'archived'
const order: readonly SectionName[] = ['CURRENT', 'UPCOMING', 'DRAFT', 'COMPLETED', 'archived']

function Sections({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const cycles = useAtomValue(cyclesAtom(projectId))
  const { keep } = useCycleRights(projectId)
  const { value: counts, status, retry } = useCounts(projectId)
  const [folded, setFolded] = useState<readonly SectionName[]>(['archived'])
  if (counts === null) return status === 'loading' ? <ListSkeleton /> : <LoadError onRetry={retry} />
  if (cycles.length === 0)
    return (
      <EmptyState
        icon={<IterationCw />}
        title={t('cycles.emptyTitle')}
        text={t('cycles.emptyText')}
        action={
          keep && (
            <Button
              variant="primary"
              icon={<Plus />}
              onClick={() => openCycleForm({ project_id: projectId, id: null })}
            >
              {t('cycles.new')}
            </Button>
          )
        }
      />
    )
  const sectionOf = (cycle: CycleRow): SectionName =>
    cycle.archived_at === null ? statusOf(cycle) : 'archived'
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
      {order.map((name) => {
        const own = cycles.filter((cycle) => sectionOf(cycle) === name)
        if (own.length === 0) return null
        // What is over is looked back at from its end.
        const shown = name === 'COMPLETED' || name === 'archived' ? own.toReversed() : own
        const isFolded = folded.includes(name)
        const label = name === 'archived' ? t('cycles.archivedSection') : t(`cycles.status.${name}`)
        return (
          <section key={name} aria-label={label}>
            <h2 className="sticky top-0 z-sticky border-b border-line bg-sheet">
              <button
                type="button"
                aria-expanded={!isFolded}
                onClick={() =>
                  setFolded((now) => (isFolded ? now.filter((one) => one !== name) : [...now, name]))
                }
                className="flex h-9 w-full items-center gap-2 px-4 text-left text-sm font-medium text-soft hover:bg-hover"
              >
                <ChevronRight
                  aria-hidden
                  className={cx('size-3.5 text-icon-faint transition-transform', !isFolded && 'rotate-90')}
                />
                {label}
                <span className="font-normal text-faint tabular">{own.length}</span>
              </button>
            </h2>
            {!isFolded && (
              <ul aria-label={label}>
                {shown.map((cycle) => (
                  <CycleLine key={cycle.id} cycle={cycle} counts={counts.get(cycle.id)} />
                ))}
              </ul>
            )}
          </section>
        )
      })}
    </div>
  )
}

const steps: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 }

/** Faces shown in a row; more are a number. */
const faces = 4

function CycleLine({ cycle, counts }: { cycle: CycleRow; counts: Counts | undefined }) {
  const { t, i18n } = useTranslation()
  const status = statusOf(cycle)
  const measuring = useMeasure(cycle.project_id, cycle.progress_snapshot)
  const days = cycleDaysOf(cycle)
  const { today } = clockIn(timezoneOf(cycle.project_id))
  const people = (counts?.assignee_ids ?? []).flatMap((id) => {
    const person = tables.users.get(id)
    return person ? [{ id, name: person.display_name, src: person.avatar_url }] : []
  })
  const row = useRef<HTMLLIElement>(null)
  const { edit } = useCycleRights(cycle.project_id)
  const isMovable = status === 'DRAFT' && edit(cycle)
  const drag = useOrderDrag(row, {
    id: cycle.id,
    list: `drafts of ${cycle.project_id}`,
    enabled: isMovable,
    onDrop: (id, edge) => void dropDraft(id, cycle, edge),
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? steps[event.key] : undefined
    if (step === undefined || !isMovable) return
    event.preventDefault()
    void moveDraft(cycle, step)
    // The row that had the focus has moved in the page.
    requestAnimationFrame(() => row.current?.querySelector('a')?.focus())
  }
  return (
    <li
      ref={row}
      className={cx(
        'relative flex min-h-12 items-center gap-3 border-b border-line pr-3 pl-4 hover:bg-hover',
        orderDragClass(drag),
      )}
    >
      <CycleIcon status={status} />
      <span className="flex min-w-0 flex-1 flex-col py-1.5 sm:flex-row sm:items-baseline sm:gap-3">
        <Link
          dir="auto"
          to={cyclePath(cycle)}
          // The row is what is dragged, not its link.
          draggable={false}
          onKeyDown={onKeyDown}
          className="truncate text-left font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
        >
          {cycle.name}
        </Link>
        <span className="truncate text-sm text-faint tabular">
          {cycleDaysWords(cycle, i18n.language)}
          {status === 'CURRENT' &&
            days &&
            ` · ${t('cycles.daysLeft', { count: daysBetween(today, days.last) + 1 })}`}
          {status === 'UPCOMING' &&
            days &&
            ` · ${t('cycles.startsIn', { count: daysBetween(today, days.first) })}`}
        </span>
      </span>
      {counts && (
        <>
          <span className="w-20 shrink-0 truncate text-right text-sm text-faint tabular max-sm:hidden">
            {totalText(counts, measuring)}
          </span>
          <span className="flex w-20 shrink-0 max-sm:hidden">
            {people.length > 0 && (
              <AvatarStack label={t('planning.byAssignee')} people={people} max={faces} size="xs" />
            )}
          </span>
          <span className="flex w-15 shrink-0">
            <ProgressRing counts={counts} measure={measuring.measure} />
          </span>
        </>
      )}
      <CycleMenu cycle={cycle} />
    </li>
  )
}
