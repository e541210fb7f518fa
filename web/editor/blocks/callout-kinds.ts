import type { ColorName } from '#common/colors.ts'

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
