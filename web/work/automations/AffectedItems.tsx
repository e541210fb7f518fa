import { useAtomValue } from 'jotai'
import { Link } from 'react-router'
import { currentLanguageTag, useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import type { Project } from '../../platform/sync/tables.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'
import type { AutomationsPreview } from './actions.ts'

interface AffectedItemsProps {
  of: Project
  /** The items that the automation would change. Is null while the preview is loading. */
  affected: AutomationsPreview['archives'] | null
  title: (count: number) => string
}

/** Shows how many items an automation would change now, and lists the first few. */
export function AffectedItems({ of: project, affected, title }: AffectedItemsProps) {
  const { t } = useTranslation()
  const states = useAtomValue(tables.states.allAtom)
  if (affected === null)
    return (
      <div aria-busy className="flex flex-col gap-2 border-line border-t pt-3">
        <Skeleton className="w-2/5" />
        <Skeleton className="w-3/5" />
      </div>
    )
  const more = affected.count - affected.items.length
  return (
    <div className="flex flex-col gap-2 border-line border-t pt-3">
      <p className="text-soft" role="status">
        {affected.count === 0 ? t('automations.nothing') : title(affected.count)}
      </p>
      {affected.items.length > 0 && (
        <ul className="flex flex-col">
          {affected.items.map(({ id, name, sequence_id, state_id, updated_at }) => {
            const key = `${project.identifier}-${sequence_id}`
            const state = states.find((one) => one.id === state_id)
            return (
              <li key={id}>
                <Link
                  to={`/${currentSlug()}/browse/${key}`}
                  className="-mx-2 flex h-8 items-center gap-2 rounded-md px-2 hover:bg-hover"
                >
                  {state && <StateIcon group={state.group} color={state.color} />}
                  <span className="shrink-0 text-faint tabular">{key}</span>
                  <span className="min-w-0 flex-1 truncate" dir="auto">
                    {name}
                  </span>
                  <time dateTime={updated_at} className="shrink-0 text-sm text-faint">
                    {dayWords(updated_at)}
                  </time>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {more > 0 && <p className="text-sm text-faint">{t('automations.more', { count: more })}</p>}
    </div>
  )
}

/** Formats a time as a day with its year, because the listed items were last changed long ago. */
function dayWords(moment: string): string {
  return new Date(moment).toLocaleDateString(currentLanguageTag(), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
}
