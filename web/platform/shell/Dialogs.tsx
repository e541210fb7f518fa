import { useAtomValue } from 'jotai'
import { LazyPart } from '../ui/LazyPart.tsx'
import { loadable } from '../ui/loadable.ts'
import { usePreload } from '../ui/use-preload.ts'
import { type AnyDialog, useFeatures } from './feature.ts'
import { paletteOpenAtom } from './palette-state.ts'
import { shortcutsOpenAtom } from './shortcuts-state.ts'

const palette: AnyDialog = {
  id: 'palette',
  part: loadable(() => import('./CommandPalette.tsx').then((file) => file.CommandPalette)),
  isOpenAtom: paletteOpenAtom,
}
const shortcuts: AnyDialog = {
  id: 'shortcuts',
  part: loadable(() => import('./Shortcuts.tsx').then((file) => file.Shortcuts)),
  isOpenAtom: shortcutsOpenAtom,
}

/**
 * The dialogs that every screen can open. Each dialog is preloaded when the page is idle, so that it opens
 * without a delay.
 */
export function Dialogs() {
  const features = useFeatures()
  const dialogs = [palette, ...features.flatMap((feature) => feature.dialogs ?? []), shortcuts]
  usePreload(...dialogs.map(({ part }) => part), ...features.flatMap(({ results }) => results ?? []))
  return dialogs.map((dialog) => <Opened key={dialog.id} {...dialog} />)
}

function Opened({ part, isOpenAtom }: AnyDialog) {
  return useAtomValue(isOpenAtom) && <LazyPart part={part} props={{}} />
}
