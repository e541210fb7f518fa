import type { ColorName } from '../../platform/colors.ts'
import { type CalloutAttributes, usualEmoji } from './callouts.ts'

interface CalloutKind {
  emoji: string
  background: ColorName
}

/** The kinds that Markdown knows, `> [!NOTE]`, as they look here. */
const kinds: Record<string, CalloutKind> = {
  note: { emoji: '128221', background: 'light-blue' },
  info: { emoji: '128221', background: 'light-blue' },
  tip: { emoji: '128161', background: 'green' },
  important: { emoji: '10071', background: 'purple' },
  warning: { emoji: '9888-65039', background: 'orange' },
  caution: { emoji: '128721', background: 'peach' },
}

export function calloutKind(name: string): CalloutKind | null {
  const key = name.toLowerCase()
  return Object.hasOwn(kinds, key) ? (kinds[key] ?? null) : null
}

/** What one types or pastes to begin one. */
export const calloutSign = new RegExp(`^\\[!(${Object.keys(kinds).join('|')})\\](?:\\s|$)`, 'i')

/** The one that is most like a callout: by its emoji, or else by its colour. */
export function kindLike({ emoji, icon, background }: CalloutAttributes): string {
  const shown = icon === null ? (emoji ?? usualEmoji) : null
  const all = Object.entries(kinds)
  const found =
    all.find(([, kind]) => kind.emoji === shown) ?? all.find(([, kind]) => kind.background === background)
  return found?.[0] ?? 'note'
}
