import { t } from '../../locales/i18n.ts'
import { isApple } from './is-apple.ts'

/**
 * Formats a shortcut for display: `mod+k` as [⌘K] or [Ctrl K], `g h` as [G, H]. The array has one entry for
 * each key press. Keys have the names that are printed on keyboards of the shown language.
 */
export function formatShortcutKeys(keys: string): string[] {
  return keys.split(' ').map((press) =>
    press
      .split('+')
      .map(nameOf)
      .join(isApple ? '' : ' '),
  )
}

function nameOf(key: string): string {
  return names[key]?.() ?? (key.length === 1 ? key.toUpperCase() : key)
}

const names: Record<string, () => string> = {
  mod: () => (isApple ? '⌘' : t('ui.key.ctrl')),
  shift: () => (isApple ? '⇧' : t('ui.key.shift')),
  alt: () => (isApple ? '⌥' : 'Alt'),
  enter: () => '↵',
  escape: () => 'Esc',
  backspace: () => (isApple ? '⌫' : t('ui.key.backspace')),
  delete: () => t('ui.key.delete'),
  space: () => t('ui.key.space'),
  tab: () => 'Tab',
  arrowup: () => '↑',
  arrowdown: () => '↓',
  arrowleft: () => '←',
  arrowright: () => '→',
  pageup: () => t('ui.key.pageUp'),
  pagedown: () => t('ui.key.pageDown'),
}
