import type { ReactNode } from 'react'
import { EmptyState, type EmptyStateProps } from '../ui/EmptyState.tsx'
import { SettingsSection } from '../ui/SettingsSection.tsx'
import { LoadedContent } from './LoadedContent.tsx'
import type { LoadState } from './use-load-state.ts'

interface LoadedListSectionProps<Row> {
  title: string
  of: LoadState
  rows: readonly Row[]
  empty: Pick<EmptyStateProps, 'icon' | 'title' | 'text'>
  /** Returns the list item of a row. */
  children: (row: Row) => ReactNode
}

/** A section of a settings screen with a list that is loaded when the section is shown. */
export function LoadedListSection<Row>({ title, of, rows, empty, children }: LoadedListSectionProps<Row>) {
  return (
    <SettingsSection title={title} isBusy={of.status === 'loading'}>
      <LoadedContent of={of}>{rows.length === 0 && <EmptyState compact {...empty} />}</LoadedContent>
      {rows.length > 0 && (
        <ul className="flex flex-col" aria-label={title}>
          {rows.map(children)}
        </ul>
      )}
    </SettingsSection>
  )
}
