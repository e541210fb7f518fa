import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { peopleByIdsAtom } from '../../platform/person/people.ts'
import { AvatarStack } from '../../platform/ui/AvatarStack.tsx'
import { formatTotal, useMeasure } from '../../work/cycles-modules-epics/measure.ts'
import { ProgressRing } from '../../work/cycles-modules-epics/ProgressRing.tsx'
import { type CycleOrModuleRow, cycleOrModulePath } from './definition.ts'
import type { CycleOrModuleCardParts, CycleOrModuleLayoutProps } from './layouts.ts'
import type { CycleOrModuleCounts } from './use-counts.ts'

/** The gallery layout: one card for each cycle or module. */
export function CycleOrModuleCards<Row extends CycleOrModuleRow>({
  label,
  rows,
  counts,
  parts,
}: CycleOrModuleLayoutProps<Row>) {
  return (
    <div className="scroll-quiet flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-4">
      <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,280px),1fr))] gap-3">
        {rows.map((row) => (
          <Card key={row.id} row={row} counts={counts.get(row.id)} parts={parts} />
        ))}
      </ul>
    </div>
  )
}

/** Maximum number of avatars on a card. If there are more people, the card shows the number of the others. */
const faces = 4

interface CardProps<Row extends CycleOrModuleRow> {
  row: Row
  counts: CycleOrModuleCounts | undefined
  parts: CycleOrModuleCardParts<Row>
}

function Card<Row extends CycleOrModuleRow>({ row, counts, parts }: CardProps<Row>) {
  const people = useAtomValue(peopleByIdsAtom(parts.people(row, counts).join(',')))
  const days = parts.daysText(row)
  const measuring = useMeasure(row.project_id, parts.frozen(row))
  return (
    <li className="relative flex min-h-36 flex-col gap-2 rounded-lg border border-line p-3.5 hover:bg-hover">
      <span className="flex items-center gap-2">
        {parts.icon(row)}
        <Link
          dir="auto"
          to={cycleOrModulePath(parts.table, row)}
          className="min-w-0 flex-1 truncate font-medium outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus"
        >
          {row.name}
        </Link>
        {parts.menu(row)}
      </span>
      {days !== '' && <span className="text-sm text-faint tabular">{days}</span>}
      {row.description !== '' && (
        <p dir="auto" className="line-clamp-2 text-sm text-soft">
          {row.description}
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
