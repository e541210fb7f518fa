import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'
import { Spinner } from './Spinner.tsx'

const panel = loadable(() => import('./EmojiPanel.tsx').then(({ EmojiPanel }) => EmojiPanel))

/** Fetches the list before anybody opens one. */
export const preloadEmoji = panel.preload

export interface EmojiPickerProps {
  onPick: (emoji: string) => void
}

/** Every emoji, searchable; the list comes with the app and loads when this is first shown. Put it into a Popover. */
export function EmojiPicker(props: EmojiPickerProps) {
  const waiting = (
    <div className="grid h-80 w-80 max-w-full place-items-center text-faint">
      <Spinner />
    </div>
  )
  return <LazyPart part={panel} props={props} fallback={waiting} />
}
