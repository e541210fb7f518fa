import { useAtom } from 'jotai'
import { Search } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { type Hotkey, useActiveHotkeys } from '../ui/hotkeys.ts'
import { Input } from '../ui/Input.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { rateTextMatch } from '../ui/rate-text-match.ts'
import { shortcutsOpenAtom } from './shortcuts-open-atom.ts'

/** The dialog with all keyboard shortcuts of this screen. The key `?` opens it. */
export function ShortcutsDialog() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(shortcutsOpenAtom)
  return (
    <Dialog open={open} onOpenChange={setOpen} title={t('shell.keys.title')} size="xl" keepsText>
      <Shortcuts />
    </Dialog>
  )
}

function Shortcuts() {
  const { t } = useTranslation()
  const active = useActiveHotkeys()
  const [query, setQuery] = useState('')
  const matching = active.filter((hotkey) => query.trim() === '' || matches(hotkey, query))
  const groups = Object.entries(Object.groupBy(matching, (hotkey) => hotkey.group ?? ''))
  return (
    // The minimum height keeps the dialog in place while the search shortens the list.
    <div className="flex min-h-[min(60vh,32rem)] flex-col gap-4">
      <Input
        type="search"
        icon={<Search />}
        autoComplete="off"
        aria-label={t('shell.keys.search')}
        placeholder={t('shell.keys.search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {groups.length === 0 && (
        <p role="status" className="py-6 text-center text-soft">
          {t('shell.keys.none')}
        </p>
      )}
      <div className="gap-x-8 sm:columns-2">
        {groups.map(([name, hotkeys]) => (
          <section key={name} className="mb-4">
            <h3 className="mb-1 break-after-avoid text-sm font-medium text-faint">{name}</h3>
            <ul>
              {/* Several shortcuts of one action share a line. */}
              {Object.entries(Object.groupBy(hotkeys ?? [], describedAs)).map(([description, same]) => (
                <li
                  key={description}
                  className="flex min-h-8 break-inside-avoid items-center justify-between gap-4 border-b border-line py-0.5"
                >
                  {description}
                  <span className="flex shrink-0 items-center gap-1.5">
                    {same?.map(({ keys }, at) => (
                      <Fragment key={keys}>
                        {at > 0 && <span className="text-faint text-sm">{t('shell.keys.or')}</span>}
                        <Kbd keys={keys} />
                      </Fragment>
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

/** A search finds the action, its group, and the keys as they are typed: "gh" finds `g h`. */
function matches({ description, group, keys }: Hotkey, query: string): boolean {
  return (
    rateTextMatch([description, group], query) > 0 ||
    keys.replace(/\s/g, '') === query.toLocaleLowerCase().replace(/\s/g, '')
  )
}

function describedAs({ description }: Hotkey): string {
  return description ?? ''
}
