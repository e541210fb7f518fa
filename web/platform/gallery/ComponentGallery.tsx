import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Select } from '../ui/Select.tsx'
import { setTheme, themes, useTheme } from '../ui/theme.ts'
import { UiProvider } from '../ui/UiProvider.tsx'
import { ActionSamples } from './ActionSamples.tsx'
import { EntitySamples } from './EntitySamples.tsx'
import { FeedbackSamples } from './FeedbackSamples.tsx'
import { FieldSamples } from './FieldSamples.tsx'
import { ListSamples } from './ListSamples.tsx'
import { OverlaySamples } from './OverlaySamples.tsx'

const chapters: { name: string; show: () => ReactNode }[] = [
  { name: 'Actions', show: ActionSamples },
  { name: 'Fields', show: FieldSamples },
  { name: 'Overlays', show: OverlaySamples },
  { name: 'Entities', show: EntitySamples },
  { name: 'Feedback', show: FeedbackSamples },
  { name: 'Lists', show: ListSamples },
]

/**
 * Shows every component in every state, light next to dark. Overlays (menus, dialogs, toasts) use the
 * theme of the page.
 */
export function ComponentGallery() {
  const { chosen } = useTheme()
  const [both, setBoth] = useState(() => matchMedia('(min-width: 1000px)').matches)
  return (
    <UiProvider>
      <header className="sticky top-0 z-sticky flex min-h-topbar flex-wrap items-center gap-3 border-b border-line bg-canvas px-4 py-2">
        <h1 className="font-strong">Components</h1>
        <Select
          label="Theme of the page"
          size="sm"
          className="w-40"
          value={chosen}
          onChange={setTheme}
          options={themes.map((theme) => ({ value: theme, label: theme.replace('_', ' ') }))}
        />
        <Button size="sm" variant="ghost" aria-pressed={both} onClick={() => setBoth(!both)}>
          Light beside dark
        </Button>
      </header>
      <main className={cx('grid', both && 'grid-cols-2')}>
        {both ? (
          <>
            <Column theme="light" />
            <Column theme="dark" />
          </>
        ) : (
          <Column />
        )}
      </main>
    </UiProvider>
  )
}

function Column({ theme }: { theme?: 'light' | 'dark' }) {
  return (
    <div data-theme={theme} className="min-w-0 bg-sheet p-4 text-text sm:p-6">
      {chapters.map(({ name, show: Show }) => (
        <section key={name} aria-label={`${name} ${theme ?? ''}`} className="mb-10">
          <h2 className="mb-3 border-b border-line pb-1.5 text-lg font-strong tracking-[-0.012em]">{name}</h2>
          <Show />
        </section>
      ))}
    </div>
  )
}
