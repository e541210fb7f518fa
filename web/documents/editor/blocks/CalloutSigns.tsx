import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type CalloutAttributes, usualEmoji } from '#common/documents/content/callouts.ts'
import { emojiOf } from '#common/platform/logo.ts'
import { LazyPart } from '../../../platform/ui/LazyPart.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import type { CalloutPlaces } from './callout-view.ts'

/** The emoji or icon of each callout in a read-only text. */
export function CalloutSigns({ places }: { places: CalloutPlaces }) {
  const list = useSyncExternalStore(places.subscribe, places.list)
  return list.map(({ key, sign, callout }) =>
    createPortal(<CalloutSign callout={callout} />, sign, String(key)),
  )
}

const glyph = loadable(() => import('../../../platform/ui/LogoGlyph.tsx').then(({ LogoGlyph }) => LogoGlyph))

export function CalloutSign({ callout: { emoji, icon, color } }: { callout: CalloutAttributes }) {
  const shown = emojiOf({ in_use: 'emoji', emoji: { value: emoji ?? usualEmoji } })
  return icon === null ? shown : <LazyPart part={glyph} props={{ name: icon, color, fallback: shown }} />
}
