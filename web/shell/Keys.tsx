import { useAtom, useSetAtom } from 'jotai'
import { useTranslation } from '../locales/i18n.ts'
import { useHotkey } from '../ui/hotkeys.ts'
import { openPalette, paletteOpenAtom } from './palette-state.ts'
import { shortcutsOpenAtom } from './shortcuts-state.ts'
import { type Entry, useEntries } from './use-entries.tsx'

/** The keys that work on every screen of a workspace; what they open is fetched when it is first opened. */
export function Keys() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(paletteOpenAtom)
  const setShortcutsOpen = useSetAtom(shortcutsOpenAtom)
  const { go, create } = useEntries()
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
    ...create.map((entry) => <EntryKey key={entry.id} entry={entry} group={t('shell.keys.create')} />),
    ...go.map((entry) => <EntryKey key={entry.id} entry={entry} group={t('shell.keys.go')} />),
  ]
}

function EntryKey({ entry, group }: { entry: Entry; group: string }) {
  useHotkey(entry.keys ?? '', entry.run, {
    enabled: entry.keys !== undefined,
    description: entry.label,
    group,
  })
  return null
}
