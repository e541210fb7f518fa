import { useSyncExternalStore } from 'react'
import { useFeatures } from '../../../platform/shell/feature.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import type { PopoverState } from '../popover-state.ts'
import type { SyncedDeletion } from './confirm-deletion.ts'

/** Asks for a decision before a change removes the original of a synced block that appears in other texts. */
export function SyncedDeletionQuestion({ opened }: { opened: PopoverState<SyncedDeletion> }) {
  const deletion = useSyncExternalStore(opened.subscribe, opened.get)
  const part = useFeatures().find(({ syncedBlocks }) => syncedBlocks !== undefined)?.syncedBlocks?.deletion
  if (deletion === null || part === undefined) return null
  const { apply, ...props } = deletion
  const onDecided = (isConfirmed: boolean) => {
    opened.set(null)
    if (isConfirmed) apply()
  }
  return <LazyComponent part={part} props={{ ...props, onDecided }} />
}
