import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from '../../locales/i18n.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { openPalette, paletteOpenAtom } from './palette-state.ts'
import { shortcutsOpenAtom } from './shortcuts-open-atom.ts'
import { type MenuEntry, useMenuEntries } from './use-menu-entries.tsx'

/** Global keyboard shortcuts. Dialogs that they open are loaded on first use. */
export function GlobalShortcuts() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(paletteOpenAtom)
  const setShortcutsOpen = useSetAtom(shortcutsOpenAtom)
  const { go, create } = useMenuEntries()
  const general = t('shell.keys.general')
  useHotkey('mod+k', () => (open ? setOpen(false) : openPalette()), {
    description: t('shell.keys.palette'),
    group: general,
    whileTyping: true,
    inModal: true,
  })
  useHotkey('?', () => setShortcutsOpen(true), { description: t('shell.keys.shortcuts'), group: general })
  useHotkey('mod+/', () => setShortcutsOpen(true), { whileTyping: true })
  return [
    ...create.flatMap((entry) => keysOf(entry, t('shell.keys.create'))),
    ...go.flatMap((entry) => keysOf(entry, t('shell.keys.go'))),
  ]
}

function keysOf(entry: MenuEntry, group: string) {
  const { id, keys, otherKeys = [] } = entry
  return [keys, ...otherKeys].flatMap((each) =>
    each === undefined ? [] : [<EntryKey key={`${id} ${each}`} keys={each} entry={entry} group={group} />],
  )
}

function EntryKey({ keys, entry, group }: { keys: string; entry: MenuEntry; group: string }) {
  useHotkey(keys, entry.run, { description: entry.label, group })
  return null
}
