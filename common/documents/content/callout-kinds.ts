import type { ColorName } from '../../platform/colors.ts'
import { type CalloutAttributes, defaultCalloutEmoji } from './callouts.ts'

interface CalloutKind {
  emoji: string
  background: ColorName
}

/** Maps each kind of Markdown alert (`> [!NOTE]`) to the appearance of the callout that it becomes. */
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

/** Matches the beginning of a Markdown alert that somebody types or pastes. */
export const calloutMarkerPattern = new RegExp(`^\\[!(${Object.keys(kinds).join('|')})\\](?:\\s|$)`, 'i')

/**
 * Returns the kind of Markdown alert that is most similar to a callout: the kind with the same emoji, otherwise the
 * kind with the same color, otherwise `note`.
 */
export function nearestCalloutKind({ emoji, icon, background }: CalloutAttributes): string {
  const shown = icon === null ? (emoji ?? defaultCalloutEmoji) : null
  const all = Object.entries(kinds)
  const found =
    all.find(([, kind]) => kind.emoji === shown) ?? all.find(([, kind]) => kind.background === background)
  return found?.[0] ?? 'note'
}
