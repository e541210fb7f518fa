import { useAtomValue } from 'jotai'
import { Square, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { TimerRow } from '#common/work/worklogs/schema.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { tables } from '../../platform/app/sync.ts'
import { useLoadState } from '../../platform/shell/use-load-state.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { formatItemKey, getItemPath } from '../work-items/actions.ts'
import { discardTimer, loadRunningTimerItem, stopTimer } from './actions.ts'
import { timerAtom, useWorklogRights } from './atoms.ts'

/** Shows the user's running timer in the top bar, with its item, its duration and a stop button. */
export function RunningTimer() {
  const timer = useAtomValue(timerAtom)
  return timer && <Running timer={timer} />
}

function Running({ timer }: { timer: TimerRow }) {
  const { t } = useTranslation()
  const item = useAtomValue(tables.work_items.rowAtom(timer.issue_id))
  const rights = useWorklogRights(timer)
  const isKnown = item !== undefined
  useLoadState(useCallback(async () => (isKnown ? undefined : await loadRunningTimerItem()), [isKnown]))
  // False if the item no longer accepts logged time. The user can then only discard the timer, so that it
  // does not run forever.
  const canStop = isKnown && rights.log(item)
  return (
    <section
      aria-label={isKnown ? t('time.runningOn', { key: formatItemKey(item) }) : t('time.runningOnGone')}
      className="flex h-control-sm shrink-0 items-center gap-2 rounded-md bg-accent-soft ps-2.5 text-sm text-accent-text coarse:h-control"
    >
      {isKnown && (
        <Link
          to={getItemPath(item)}
          title={item.name}
          className="font-medium text-accent-text tabular hover:underline max-sm:hidden"
        >
          {formatItemKey(item)}
        </Link>
      )}
      <ElapsedTime since={timer.started_at} />
      {canStop ? (
        <IconButton
          size="sm"
          label={t('time.stop')}
          icon={<Square className="fill-current" />}
          onClick={() => void stopTimer(timer)}
        />
      ) : (
        <IconButton
          size="sm"
          label={t('time.discard')}
          icon={<X />}
          onClick={() => void discardTimer(timer)}
        />
      )}
    </section>
  )
}

/** The elapsed time, updated every second. The role `timer` keeps screen readers from announcing each update. */
export function ElapsedTime({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [])
  return (
    <span role="timer" className="tabular">
      {formatElapsedTime(now - Date.parse(since))}
    </span>
  )
}

/** Returns `4:07`, or `1:04:07` from one hour on. */
export function formatElapsedTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const two = (part: number) => String(part).padStart(2, '0')
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`
}
