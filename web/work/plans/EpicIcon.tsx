import { Zap } from 'lucide-react'
import { cx } from '../../platform/ui/cx.ts'

/** Distinguishes an epic from a work item. */
export function EpicIcon({ className }: { className?: string }) {
  return <Zap className={cx('text-priority-medium', className)} />
}
