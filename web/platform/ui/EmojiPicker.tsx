import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'
import { Spinner } from './Spinner.tsx'

const panel = loadable(() => import('./EmojiPanel.tsx').then(({ EmojiPanel }) => EmojiPanel))

/** Loads the panel of the emoji picker before a user opens it, so that it appears without delay. */
export const preloadEmojiPicker = panel.preload

export interface EmojiPickerProps {
  onPick: (emoji: string) => void
}

/** All emoji with search, loaded when first shown. Use it inside a Popover. */
export function EmojiPicker(props: EmojiPickerProps) {
  const waiting = (
    <div className="grid h-80 w-80 max-w-full place-items-center text-faint">
      <Spinner />
    </div>
  )
  return <LazyComponent part={panel} props={props} fallback={waiting} />
}
