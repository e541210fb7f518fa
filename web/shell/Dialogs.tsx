import { useAtomValue } from 'jotai'
import { createProjectAtom } from '../projects/create.ts'
import { LazyPart } from '../ui/LazyPart.tsx'
import { loadable } from '../ui/loadable.ts'
import { usePreload } from '../ui/use-preload.ts'
import { createDialogAtom } from '../work-items/create.ts'
import { paletteOpenAtom } from './palette-state.ts'
import { shortcutsOpenAtom } from './shortcuts-state.ts'

const createWorkItem = loadable(() =>
  import('../detail/CreateWorkItem.tsx').then((file) => file.CreateWorkItem),
)
const createProject = loadable(() =>
  import('../projects/CreateProject.tsx').then((file) => file.CreateProject),
)
const palette = loadable(() => import('./Palette.tsx').then((file) => file.Palette))
const shortcuts = loadable(() => import('./Shortcuts.tsx').then((file) => file.Shortcuts))

/** What can be opened from anywhere. Each is fetched once the page rests, so that neither a board nor a key waits for it. */
export function Dialogs() {
  usePreload(palette, createWorkItem, shortcuts, createProject)
  const isCreatingItem = useAtomValue(createDialogAtom) !== null
  const isCreatingProject = useAtomValue(createProjectAtom)
  const isPaletteOpen = useAtomValue(paletteOpenAtom)
  const areShortcutsOpen = useAtomValue(shortcutsOpenAtom)
  return (
    <>
      {isCreatingItem && <LazyPart part={createWorkItem} props={{}} />}
      {isCreatingProject && <LazyPart part={createProject} props={{}} />}
      {isPaletteOpen && <LazyPart part={palette} props={{}} />}
      {areShortcutsOpen && <LazyPart part={shortcuts} props={{}} />}
    </>
  )
}
