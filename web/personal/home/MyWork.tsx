import { useAtomValue } from 'jotai'
import { joinedProjectsAtom } from '../../platform/person/projects.ts'
import { Day } from './Day.tsx'
import { useDueItems, useSoonItems, useStartedItems } from './due-items.ts'
import { useFirstSteps } from './use-first-steps.ts'

/** One's own items: late, due today, due soon, begun. Nothing while the first steps lead further. */
export function MyWork() {
  const hasProjects = useAtomValue(joinedProjectsAtom).length > 0
  const due = useDueItems()
  const soon = useSoonItems()
  const started = useStartedItems()
  const isBeginning = useFirstSteps([due, started])
  if (!hasProjects || isBeginning) return null
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Day due={due} soon={soon} started={started} />
    </div>
  )
}
