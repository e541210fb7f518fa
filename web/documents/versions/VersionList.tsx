import { Bookmark } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { displayNameOf } from '../../platform/person/display-name.ts'
import { Avatar } from '../../platform/ui/Avatar.tsx'
import { Badge } from '../../platform/ui/Badge.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { timeAgo } from '../../platform/ui/time-ago.ts'
import { formatFullDateTime, type ListedVersion } from './format-full-date-time.ts'
import { useVersionWriters } from './use-writers.ts'

interface VersionListProps {
  ref: RefObject<HTMLDivElement | null>
  /** The versions in the order in which the list shows them: versions with a name first. */
  versions: readonly ListedVersion[]
  /** The index of the selected version. */
  at: number
  /** The id of the version that contains the current text. */
  presentId: string | undefined
  onChoose: (id: string) => void
  isLoading: boolean
}

/**
 * `j` and `k` select the next and previous version. The list must handle these keys itself, because a focused
 * listbox uses letter keys for typeahead.
 */
const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  j: 1,
  k: -1,
  Home: -Infinity,
  End: Infinity,
}

export function VersionList({ ref, versions, at, presentId, onChoose, isLoading }: VersionListProps) {
  const { t } = useTranslation()
  const id = useId()
  useEffect(() => {
    ref.current?.querySelectorAll('[role=option]')[at]?.scrollIntoView({ block: 'nearest' })
  }, [ref, at])
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const next = versions[Math.min(versions.length - 1, Math.max(0, at + by))]
    if (next) onChoose(next.id)
  }
  return (
    <div
      ref={ref}
      role="listbox"
      aria-label={t('versions.list')}
      aria-activedescendant={`${id}-${at}`}
      aria-busy={isLoading || undefined}
      tabIndex={0}
      onKeyDown={step}
      className="group/versions scroll-quiet flex min-h-0 flex-col gap-px overflow-y-auto p-2 outline-none sm:flex-1"
    >
      {versions.map((version, place) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and marks the selected option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
        <div
          key={version.id}
          id={`${id}-${place}`}
          role="option"
          aria-selected={place === at}
          onClick={() => onChoose(version.id)}
          className={cx(
            'flex cursor-default flex-col gap-0.5 rounded-md px-2.5 py-2',
            place === at
              ? 'bg-active text-soft group-focus-visible/versions:inset-ring-2 group-focus-visible/versions:inset-ring-focus'
              : 'text-faint hover:bg-hover',
          )}
        >
          <Line version={version} isPresent={version.id === presentId} />
        </div>
      ))}
      {isLoading && versions.length < 2 && <Skeleton className="mx-2.5 my-3 w-3/5" />}
    </div>
  )
}

function Line({ version, isPresent }: { version: ListedVersion; isPresent: boolean }) {
  const { t, i18n } = useTranslation()
  const { people, name } = useVersionWriters(version)
  const { last_saved_at, restored_from, name: versionName = null } = version
  return (
    <>
      {versionName !== null && (
        <span className="flex items-center gap-1.5 font-medium text-text">
          <Bookmark aria-hidden className="size-3.5 shrink-0 text-icon-faint" />
          <span dir="auto" className="truncate">
            {versionName}
          </span>
        </span>
      )}
      <span className="flex min-h-5 items-center gap-2">
        <span className="flex shrink-0 empty:hidden">
          {people.slice(0, 3).map(({ id, display_name, avatar_url }) => (
            <Avatar
              key={id}
              id={id}
              name={displayNameOf({ display_name })}
              src={avatar_url}
              size="xs"
              decorative
              className="not-first:-ms-1"
            />
          ))}
        </span>
        <span dir="auto" className={cx('truncate', versionName === null && 'font-medium text-text')}>
          {name ?? t('versions.nobody')}
        </span>
        {isPresent && (
          <span className="ms-auto">
            <Badge>{t('versions.present')}</Badge>
          </span>
        )}
      </span>
      <time dateTime={last_saved_at} className="flex flex-wrap justify-between gap-x-2 text-sm tabular">
        <span>{formatFullDateTime(last_saved_at)}</span>
        <span>{timeAgo(last_saved_at, i18n.language)}</span>
      </time>
      {restored_from !== null && (
        <span className="text-sm">
          {t('versions.restoredFrom', { when: formatFullDateTime(restored_from) })}
        </span>
      )}
    </>
  )
}
