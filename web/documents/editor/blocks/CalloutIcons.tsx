import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { type CalloutAttributes, defaultCalloutEmoji } from '#common/documents/content/callouts.ts'
import { emojiFromLogo } from '#common/platform/logo.ts'
import { LazyComponent } from '../../../platform/ui/LazyComponent.tsx'
import { loadable } from '../../../platform/ui/loadable.ts'
import type { CalloutPortals } from './callout-view.ts'

/** The emoji or icon of each callout in a read-only text. */
export function CalloutIcons({ portals }: { portals: CalloutPortals }) {
  const list = useSyncExternalStore(portals.subscribe, portals.list)
  return list.map(({ key, sign, callout }) =>
    createPortal(<CalloutIcon callout={callout} />, sign, String(key)),
  )
}

const glyph = loadable(() => import('../../../platform/ui/LogoGlyph.tsx').then(({ LogoGlyph }) => LogoGlyph))

export function CalloutIcon({ callout: { emoji, icon, color } }: { callout: CalloutAttributes }) {
  const shown = emojiFromLogo({ in_use: 'emoji', emoji: { value: emoji ?? defaultCalloutEmoji } })
  return icon === null ? shown : <LazyComponent part={glyph} props={{ name: icon, color, fallback: shown }} />
}
