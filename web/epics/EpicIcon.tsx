import { Zap } from 'lucide-react'
import { cx } from '../ui/cx.ts'

/** Tells an epic from an item. */
export function EpicIcon({ className }: { className?: string }) {
  return <Zap className={cx('text-priority-medium', className)} />
}
