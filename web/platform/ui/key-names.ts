import { isApple } from './platform.ts'

/** Formats a shortcut for display: `mod+k` as [⌘K] or [Ctrl K], `g h` as [G, H]. One entry per press. */
export function formatShortcutKeys(keys: string): string[] {
  return keys.split(' ').map((press) =>
    press
      .split('+')
      .map(nameOf)
      .join(isApple ? '' : ' '),
  )
}

function nameOf(key: string): string {
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}

const names: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  shift: isApple ? '⇧' : 'Shift',
  alt: isApple ? '⌥' : 'Alt',
  enter: '↵',
  escape: 'Esc',
  backspace: isApple ? '⌫' : 'Backspace',
  delete: 'Del',
  space: 'Space',
  tab: 'Tab',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  pageup: 'Page ↑',
  pagedown: 'Page ↓',
}
