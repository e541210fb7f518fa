import { Zap } from 'lucide-react'
import { cx } from '../../platform/ui/cx.ts'

/** The icon of an epic, which distinguishes it from a work item. */
export function EpicIcon({ className }: { className?: string }) {
  return <Zap className={cx('text-priority-medium', className)} />
}
