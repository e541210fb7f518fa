import { useAtomValue } from 'jotai'
import { useCallback, useState } from 'react'
import type { TotalTimeByUser } from '#common/work/worklogs/schema.ts'
import { formatDuration } from '../../locales/durations.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { onChangeApplied, request, tables } from '../../platform/app/sync.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { LoadError } from '../../platform/shell/LoadError.tsx'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { useReloadAfterEvents } from '../../platform/shell/use-reload-after-events.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { useWorklogRights } from './atoms.ts'

/** The ids of a cycle or a module. */
interface CycleOrModule {
  project_id: string
  cycle_id?: string
  module_id?: string
}

/**
 * Logged time on the items of a cycle or module, by person. It is loaded again when time is logged or items
 * change.
 */
export function CycleOrModuleLoggedTime(props: CycleOrModule) {
  return useWorklogRights(props).see && <Shown {...props} />
}

function Shown({ project_id, cycle_id, module_id }: CycleOrModule) {
  const { t } = useTranslation()
  const [figures, setFigures] = useState<TotalTimeByUser | null>(null)
  const read = useCallback(async () => {
    const params = { slug: currentSlug(), project_id }
    setFigures(
      cycle_id === undefined
        ? await request('getModuleTime', { params: { ...params, module_id: module_id ?? '' } })
        : await request('getCycleTime', { params: { ...params, cycle_id } }),
    )
  }, [project_id, cycle_id, module_id])
  const { status, retry } = useLoadState(read)
  useReloadAfterEvents(
    useCallback(
      (onEvent) => [onChangeApplied(({ entity }) => (counted.has(entity) ? onEvent() : undefined))],
      [],
    ),
    retry,
  )
  if (figures === null && status !== 'loading') return <LoadError compact onRetry={retry} />
  return (
    <section className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <h2 className="font-medium">{t('time.byPerson')}</h2>
        {figures && figures.duration > 0 && (
          <span className="text-sm text-soft tabular">{formatDuration(figures.duration)}</span>
        )}
      </div>
      {figures === null ? (
        <Skeleton className="w-3/5" />
      ) : figures.people.length === 0 ? (
        <p className="text-sm text-faint">{t('time.nothing')}</p>
      ) : (
        <ul className="flex flex-col">
          {figures.people.map((one) => (
            <Person key={one.user_id} {...one} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** The tables whose changes affect the sums. */
const counted = new Set(['worklogs', 'work_items'])

function Person({ user_id, duration }: TotalTimeByUser['people'][number]) {
  const { t } = useTranslation()
  const person = useAtomValue(tables.users.rowAtom(user_id))
  const name = displayNameOf(person) ?? t('time.formerPerson')
  return (
    <li className="flex h-7 items-center gap-2">
      <Avatar id={user_id} name={name} src={person?.avatar_url ?? null} size="xs" decorative />
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      <span className="text-sm text-soft tabular">{formatDuration(duration)}</span>
    </li>
  )
}
