import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { peopleByIdsAtom } from '../../platform/person/people.ts'
import { AvatarStack } from '../../platform/ui/AvatarStack.tsx'
import { formatTotal, useMeasure } from '../../work/plans/measure.ts'
import { ProgressRing } from '../../work/plans/ProgressRing.tsx'
import type { PlanCardParts, PlanLayoutProps } from './layout.ts'
import { type PlanRow, planPath } from './plan-type.ts'
import type { PlanCounts } from './use-counts.ts'

/** The gallery layout: one card for each cycle or module. */
export function PlanCards<Row extends PlanRow>({ label, plans, counts, parts }: PlanLayoutProps<Row>) {
  return (
    <div className="scroll-quiet flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-4">
      <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-3">
        {plans.map((plan) => (
          <Card key={plan.id} plan={plan} counts={counts.get(plan.id)} parts={parts} />
        ))}
      </ul>
    </div>
  )
}

/** The number of avatars on a card; the rest is shown as a number. */
const faces = 4

interface CardProps<Row extends PlanRow> {
  plan: Row
  counts: PlanCounts | undefined
  parts: PlanCardParts<Row>
}

function Card<Row extends PlanRow>({ plan, counts, parts }: CardProps<Row>) {
  const people = useAtomValue(peopleByIdsAtom(parts.people(plan, counts).join(',')))
  const days = parts.daysText(plan)
  const measuring = useMeasure(plan.project_id, parts.frozen(plan))
  return (
    <li className="relative flex min-h-36 flex-col gap-2 rounded-lg border border-line p-3.5 hover:bg-hover">
      <span className="flex items-center gap-2">
        {parts.icon(plan)}
        <Link
          dir="auto"
          to={planPath(parts.table, plan)}
          className="min-w-0 flex-1 truncate font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {plan.name}
        </Link>
        {parts.menu(plan)}
      </span>
      {days !== '' && <span className="text-sm text-faint tabular">{days}</span>}
      {plan.description !== '' && (
        <p dir="auto" className="line-clamp-2 text-sm text-soft">
          {plan.description}
        </p>
      )}
      <span className="mt-auto flex items-center gap-3 text-sm whitespace-nowrap text-faint tabular">
        {counts && <ProgressRing counts={counts} measure={measuring.measure} />}
        {counts && <span>{formatTotal(counts, measuring)}</span>}
        <span className="ms-auto" />
        {people.length > 0 && (
          <AvatarStack
            label={parts.peopleLabel}
            people={people.map(({ id, display_name, avatar_url }) => ({
              id,
              name: displayNameOf({ display_name }),
              src: avatar_url,
            }))}
            max={faces}
            size="xs"
          />
        )}
      </span>
    </li>
  )
}
