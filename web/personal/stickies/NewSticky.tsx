import { useSetAtom } from 'jotai'
import { Palette } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '../../locales/i18n.ts'
import { currentSlug } from '../../platform/shell/workspace.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { cx } from '../../platform/ui/cx.ts'
import { Dialog } from '../../platform/ui/Dialog.tsx'
import { newStickyRow } from './actions.ts'
import { stickyColorClass, storeLastStickyColor } from './colors.ts'
import { newStickyOpenAtom } from './request-new-sticky.ts'
import { StickyColorMenu } from './StickyColorMenu.tsx'
import { StickyEditor, StickySaveStatus } from './StickyEditor.tsx'
import './stickies.css'

/** A new sticky in a dialog above any screen. It is saved while the user types. */
export function NewSticky() {
  const { t } = useTranslation()
  const setOpen = useSetAtom(newStickyOpenAtom)
  const [sticky, setSticky] = useState(() => newStickyRow())
  const color = sticky.background_color
  return (
    <Dialog
      open
      size="sm"
      keepsText
      title={t('stickies.new')}
      onOpenChange={(isOpen) => !isOpen && setOpen(false)}
      footer={
        <>
          <span className="me-auto flex min-w-0">
            <StickySaveStatus id={sticky.id} />
          </span>
          <Link
            to={`/${currentSlug()}/stickies`}
            onClick={() => setOpen(false)}
            className="rounded-sm px-1.5 font-medium text-accent-text hover:underline"
          >
            {t('stickies.all')}
          </Link>
          <Button onClick={() => setOpen(false)}>{t('stickies.done')}</Button>
        </>
      }
    >
      <div
        className={cx(
          'flex min-h-44 flex-col rounded-lg border border-line focus-within:border-line-strong',
          stickyColorClass(color),
        )}
      >
        <div className="sticky-text scroll-quiet max-h-[50dvh] flex-1 overflow-y-auto px-3.5 pt-3">
          <StickyEditor sticky={sticky} />
        </div>
        <div className="flex h-10 items-center px-1.5">
          <StickyColorMenu
            value={color}
            onChange={(background_color) => {
              storeLastStickyColor(background_color)
              setSticky({ ...sticky, background_color })
            }}
          >
            <Button size="sm" variant="ghost" icon={<Palette />}>
              {t(`stickies.colors.${color ?? 'gray'}`)}
            </Button>
          </StickyColorMenu>
        </div>
      </div>
    </Dialog>
  )
}
