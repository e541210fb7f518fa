import { useAtomValue } from 'jotai'
import { IterationCw, Repeat } from 'lucide-react'
import { useParams } from 'react-router'
import type { CycleStatus } from '#common/planning/cycles/rules.ts'
import type { CycleRow } from '#common/planning/cycles/schema.ts'
import { canEditPlans } from '#common/planning/plans/rules.ts'
import { clockIn } from '#common/platform/clock.ts'
import { atLeast, role } from '#common/platform/roles.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { projectRoleAtom } from '../../platform/person/roles.ts'
import { Loaded } from '../../platform/shell/Loaded.tsx'
import { AvatarStack } from '../../platform/ui/AvatarStack.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { ListSkeleton } from '../../work/listing/layouts/skeletons.tsx'
import { CycleIcon } from '../../work/plans/CycleIcon.tsx'
import { cycleDaysOf, cycleDaysText, daysBetween } from '../../work/plans/cycle-dates.ts'
import { cyclesAtom, statusOf } from '../../work/plans/cycles.ts'
import { useMeasure } from '../../work/plans/measure.ts'
import { MeasureSwitch } from '../figures/MeasureSwitch.tsx'
import { PlanLine } from '../plans/PlanLine.tsx'
import { PlanSection } from '../plans/PlanSection.tsx'
import { NoPlans, PlansScreen } from '../plans/PlansScreen.tsx'
import { type PlanCounts, usePlanCounts } from '../plans/use-counts.ts'
import { cyclePlan, timezoneOf } from './actions.ts'
import { openAutomaticCycles } from './automatic.ts'
import { CycleMenu } from './CycleMenu.tsx'
import { useCycleRights } from './rights.ts'
import { cycleCounting } from './use-figures.ts'

/** Lists the cycles of a project by status: current, upcoming, drafts, completed, and archived. */
export function Cycles() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const project = useAtomValue(tables.projects.rowAtom(projectId))
  const myRole = useAtomValue(projectRoleAtom(projectId))
  const { keep } = useCycleRights(projectId)
  const measuring = useMeasure(projectId)
  return (
    <PlansScreen
      table="cycles"
      projectId={projectId}
      actions={
        <>
          {project?.cycle_view && canEditPlans({ role: myRole }) && (
            <span className="max-sm:hidden">
              <MeasureSwitch measuring={measuring} />
            </span>
          )}
          {keep && atLeast(myRole, role.admin) && (
            <IconButton
              label={t(project?.automatic_cycles ? 'cycles.automatic.on' : 'cycles.automatic.title')}
              pressed={project?.automatic_cycles != null}
              icon={<Repeat />}
              onClick={() => openAutomaticCycles(projectId)}
            />
          )}
        </>
      }
    >
      <Sections key={projectId} projectId={projectId} />
    </PlansScreen>
  )
}

type SectionName = CycleStatus | 'archived'
const order: readonly SectionName[] = ['CURRENT', 'UPCOMING', 'DRAFT', 'COMPLETED', 'archived']

function Sections({ projectId }: { projectId: string }) {
  const { t } = useTranslation()
  const cycles = useAtomValue(cyclesAtom(projectId))
  const { value: counts, ...loaded } = usePlanCounts(projectId, cycleCounting)
  if (counts === null) return <Loaded of={loaded} skeleton={<ListSkeleton />} />
  if (cycles.length === 0) return <NoPlans table="cycles" projectId={projectId} icon={<IterationCw />} />
  const sectionOf = (cycle: CycleRow): SectionName =>
    cycle.archived_at === null ? statusOf(cycle) : 'archived'
  return (
    <div className="scroll-quiet min-h-0 flex-1 overflow-y-auto">
      {order.map((name) => {
        const own = cycles.filter((cycle) => sectionOf(cycle) === name)
        if (own.length === 0) return null
        // Ended cycles are listed with the latest first.
        const shown = name === 'COMPLETED' || name === 'archived' ? own.toReversed() : own
        const label = name === 'archived' ? t('cycles.archivedSection') : t(`cycles.status.${name}`)
        return (
          <PlanSection
            key={name}
            isSticky
            label={label}
            count={own.length}
            startsFolded={name === 'archived'}
            order={name === 'DRAFT' ? cyclePlan.orderOf(own) : undefined}
          >
            {shown.map((cycle) => (
              <CycleLine key={cycle.id} cycle={cycle} counts={counts.get(cycle.id)} />
            ))}
          </PlanSection>
        )
      })}
    </div>
  )
}

/** The number of avatars in a row; the rest is shown as a number. */
const faces = 4

function CycleLine({ cycle, counts }: { cycle: CycleRow; counts: PlanCounts | undefined }) {
  const { t, i18n } = useTranslation()
  const status = statusOf(cycle)
  const measuring = useMeasure(cycle.project_id, cycle.progress_snapshot)
  const days = cycleDaysOf(cycle)
  const { today } = clockIn(timezoneOf(cycle.project_id))
  const people = (counts?.assignee_ids ?? []).flatMap((id) => {
    const person = tables.users.get(id)
    return person ? [{ id, name: person.display_name, src: person.avatar_url }] : []
  })
  return (
    <PlanLine
      type={cyclePlan}
      plan={cycle}
      icon={<CycleIcon status={status} />}
      words={
        <>
          {cycleDaysText(cycle, i18n.language)}
          {status === 'CURRENT' &&
            days &&
            ` · ${t('cycles.daysLeft', { count: daysBetween(today, days.last) + 1 })}`}
          {status === 'UPCOMING' &&
            days &&
            ` · ${t('cycles.startsIn', { count: daysBetween(today, days.first) })}`}
        </>
      }
      counts={counts}
      measuring={measuring}
      people={
        <span className="flex w-20 shrink-0 max-sm:hidden">
          {people.length > 0 && (
            <AvatarStack label={t('planning.byAssignee')} people={people} max={faces} size="xs" />
          )}
        </span>
      }
      menu={<CycleMenu cycle={cycle} />}
    />
  )
}
