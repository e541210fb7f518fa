import { useAtom } from 'jotai'
import { Fragment, useRef } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useActiveHotkeys } from '../ui/hotkeys.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { shortcutsOpenAtom } from './shortcuts-open-atom.ts'

/** The dialog with all keyboard shortcuts of this screen. The key `?` opens it. */
export function ShortcutsDialog() {
  const { t } = useTranslation()
  const [open, setOpen] = useAtom(shortcutsOpenAtom)
  const list = useRef<HTMLDivElement>(null)
  const active = useActiveHotkeys()
  const groups = Object.entries(Object.groupBy(active, (hotkey) => hotkey.group ?? ''))
  return (
    <Dialog open={open} onOpenChange={setOpen} title={t('shell.keys.title')} initialFocus={list}>
      {/* Focusable, so that arrow keys scroll it. */}
      <div ref={list} tabIndex={-1} className="flex flex-col gap-4 outline-none">
        {groups.map(([name, hotkeys]) => (
          <section key={name}>
            <h3 className="mb-1 text-sm font-medium text-faint">{name}</h3>
            <ul>
              {/* Several shortcuts of one action share a line. */}
              {Object.entries(Object.groupBy(hotkeys ?? [], describedAs)).map(([description, same]) => (
                <li
                  key={description}
                  className="flex h-8 items-center justify-between gap-4 border-b border-line"
                >
                  {description}
                  <span className="flex items-center gap-1.5">
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
    </Dialog>
  )
}

function describedAs({ description }: { description?: string }): string {
  return description ?? ''
}
