import { Box, CirclePause } from 'lucide-react'
import type { ModuleStatus } from '#common/planning/modules/rules.ts'
import { cx } from '../../platform/ui/cx.ts'
import { StateIcon } from '../../platform/ui/StateIcon.tsx'

const groups = {
  backlog: 'backlog',
  planned: 'unstarted',
  'in-progress': 'started',
  completed: 'completed',
  cancelled: 'cancelled',
} as const

const tones: Record<ModuleStatus, string> = {
  backlog: 'text-icon-faint',
  planned: 'text-icon-faint',
  'in-progress': 'text-state-started',
  paused: 'text-icon-faint',
  completed: 'text-state-completed',
  cancelled: 'text-icon-faint',
}

/** A module status has the icon of the corresponding state group. */
export function ModuleStatusIcon({ status }: { status: ModuleStatus }) {
  if (status === 'paused') return <CirclePause aria-hidden className="size-4 shrink-0 text-icon-faint" />
  return <StateIcon group={groups[status]} />
}

/** Icon of a module beside its name, colored by status. */
export function ModuleIcon({ status, className }: { status: ModuleStatus; className?: string }) {
  return <Box aria-hidden className={cx('size-4 shrink-0', tones[status], className)} />
}
