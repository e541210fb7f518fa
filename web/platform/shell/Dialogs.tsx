import { useAtomValue } from 'jotai'
import { LazyComponent } from '../ui/LazyComponent.tsx'
import { loadable } from '../ui/loadable.ts'
import { usePreload } from '../ui/use-preload.ts'
import { type FeatureDialog, useFeatures } from './feature.ts'
import { paletteOpenAtom } from './palette-state.ts'
import { shortcutsOpenAtom } from './shortcuts-open-atom.ts'

const palette: FeatureDialog = {
  id: 'palette',
  part: loadable(() => import('./CommandPalette.tsx').then((file) => file.CommandPalette)),
  isOpenAtom: paletteOpenAtom,
}
const shortcuts: FeatureDialog = {
  id: 'shortcuts',
  part: loadable(() => import('./ShortcutsDialog.tsx').then((file) => file.ShortcutsDialog)),
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

function Opened({ part, isOpenAtom }: FeatureDialog) {
  return useAtomValue(isOpenAtom) && <LazyComponent part={part} props={{}} />
}
