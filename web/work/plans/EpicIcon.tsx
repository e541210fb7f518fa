import { Zap } from 'lucide-react'
import { cx } from '../../platform/ui/cx.ts'

/** Tells an epic from an item. */
export function EpicIcon({ className }: { className?: string }) {
  return <Zap className={cx('text-priority-medium', className)} />
}
