import { CircleCheck, CircleDashed, CircleDot, CirclePlay } from 'lucide-react'
import type { ComponentType } from 'react'
import type { CycleStatus } from '#common/planning/cycles/rules.ts'
import { cx } from '../../platform/ui/cx.ts'

const iconOfStatus: Record<CycleStatus, { Icon: ComponentType<{ className?: string }>; tone: string }> = {
  CURRENT: { Icon: CirclePlay, tone: 'text-state-started' },
  UPCOMING: { Icon: CircleDot, tone: 'text-accent-text' },
  COMPLETED: { Icon: CircleCheck, tone: 'text-state-completed' },
  DRAFT: { Icon: CircleDashed, tone: 'text-icon-faint' },
}

/** Icon of a cycle. Shape and color show its status. */
export function CycleIcon({ status, className }: { status: CycleStatus; className?: string }) {
  const { Icon, tone } = iconOfStatus[status]
  return <Icon aria-hidden className={cx('size-4 shrink-0', tone, className)} />
}
