import { Copy, MoreHorizontal, Palette, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { StickyRow } from '#common/personal/stickies/schema.ts'
import { StoredDocument } from '../../documents/editor/StoredDocument.tsx'
import { useTranslation } from '../../locales/i18n.ts'
import { copyText } from '../../platform/ui/copy-text.ts'
import { cx } from '../../platform/ui/cx.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Menu } from '../../platform/ui/Menu.tsx'
import { MenuItem } from '../../platform/ui/MenuItem.tsx'
import { MenuSeparator } from '../../platform/ui/MenuSeparator.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { ReorderMenuItems } from '../../platform/ui/ReorderMenuItems.tsx'
import { SortableRow } from '../../platform/ui/SortableRow.tsx'
import { deleteSticky, setStickyColor, stickyReordering } from './actions.ts'
import { stickyColorClass } from './colors.ts'
import { StickyColorMenu } from './StickyColorMenu.tsx'
import { preloadStickyEditor, StickyEditor, StickySaveStatus } from './StickyEditor.tsx'
import './stickies.css'

interface StickyCardProps {
  sticky: StickyRow
  isEditing: boolean
  onEdit: (id: string | null) => void
  /** The position of the sticky in the list. Null for a sticky that is not part of the list yet. */
  place: { isFirst: boolean; isLast: boolean } | null
  /** Only set for a sticky that is not saved yet. `onColor` is called when the user chooses its color. */
  fresh?: { onColor: (color: NonNullable<StickyRow['background_color']>) => void }
}

/** A sticky on the board. Clicking it opens the editor. */
export function StickyCard({ sticky, isEditing, onEdit, place, fresh }: StickyCardProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLElement>(null)
  const text = sticky.description_stripped.trim().slice(0, 80)
  useEndOfEditing(box, isEditing, onEdit)

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    remove()
    event.preventDefault()
  }

  function remove() {
    const neighbor = box.current?.nextElementSibling ?? box.current?.previousElementSibling
    void deleteSticky(sticky)
    // The sticky disappears with the focused element after the menu has closed, so the focus moves to a
    // neighboring sticky.
    requestAnimationFrame(() => focusOn(neighbor))
  }

  return (
    <SortableRow
      row={sticky.id}
      box={box}
      disabled={isEditing || place === null}
      data-sticky={sticky.id}
      onPointerEnter={preloadStickyEditor}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape' || !isEditing || event.defaultPrevented) return
        event.preventDefault()
        onEdit(null)
        requestAnimationFrame(() => focusOn(box.current))
      }}
      className={cx(
        'sticky-card group/sticky flex min-h-36 flex-col rounded-lg border border-line transition-shadow max-sm:min-h-28',
        stickyColorClass(sticky.background_color),
        isEditing ? 'border-line-strong shadow-float' : 'hover:border-line-strong',
      )}
    >
      {sticky.name !== null && <h3 className="px-3.5 pt-3 font-strong">{sticky.name}</h3>}
      <div
        className={cx(
          'sticky-text scroll-quiet min-h-0 flex-1 px-3.5 pt-3',
          isEditing ? 'max-h-[60dvh] overflow-y-auto' : 'max-h-64 overflow-hidden',
        )}
      >
        {isEditing ? (
          <StickyEditor sticky={sticky} />
        ) : (
          <StoredDocument html={sticky.description_html || `<p>${t('stickies.blank')}</p>`} />
        )}
      </div>
      {!isEditing && (
        <button
          type="button"
          data-open
          aria-label={text === '' ? t('stickies.blank') : t('stickies.write', { text })}
          aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
          onClick={() => onEdit(sticky.id)}
          onKeyDown={onKeyDown}
          className="absolute inset-0 cursor-text rounded-lg"
        />
      )}
      <div className="relative flex h-9 shrink-0 items-center gap-0.5 pe-1.5 ps-3.5">
        <span className="me-auto flex min-w-0 text-soft">
          <StickySaveStatus id={sticky.id} />
        </span>
        <span
          className={cx(
            'flex items-center gap-0.5',
            !isEditing &&
              'opacity-0 focus-within:opacity-100 group-focus-within/sticky:opacity-100 group-hover/sticky:opacity-100 has-aria-expanded:opacity-100 coarse:opacity-100',
          )}
        >
          <StickyColorMenu
            value={sticky.background_color}
            onChange={(color) => (fresh ? fresh.onColor(color) : void setStickyColor(sticky, color))}
          >
            <IconButton size="sm" label={t('stickies.color')} icon={<Palette />} />
          </StickyColorMenu>
          {fresh === undefined && (
            <Menu
              align="end"
              trigger={
                <IconButton
                  size="sm"
                  label={t('stickies.actionsOf', { text: text || t('stickies.blank') })}
                  icon={<MoreHorizontal />}
                />
              }
            >
              <MenuItem
                icon={<Copy />}
                onSelect={() => void copyText(sticky.description_stripped.trim(), t('stickies.copied'))}
              >
                {t('stickies.copy')}
              </MenuItem>
              {place !== null && (
                <ReorderMenuItems axis="x" row={sticky.id} order={stickyReordering} {...place} />
              )}
              <MenuSeparator />
              <MenuItem icon={<Trash2 />} danger keys="delete" onSelect={remove}>
                {t('stickies.delete')}
              </MenuItem>
            </Menu>
          )}
        </span>
      </div>
    </SortableRow>
  )
}

/** The CSS selector of elements that float above the page, such as the menu of a sticky. */
const floatingElements =
  ':is([role="menu"], [role="dialog"], [role="listbox"], [role="toolbar"], [role="tooltip"])'

/** Ends editing and saves when the user clicks outside of the sticky. */
function useEndOfEditing(
  box: React.RefObject<HTMLElement | null>,
  isEditing: boolean,
  onEdit: (id: string | null) => void,
): void {
  useEffect(() => {
    if (!isEditing) return
    const end = ({ target }: Event) => {
      if (!(target instanceof Element) || box.current?.contains(target)) return
      if (target.closest(floatingElements) === null) onEdit(null)
    }
    document.addEventListener('pointerdown', end)
    return () => document.removeEventListener('pointerdown', end)
  }, [box, isEditing, onEdit])
}

function focusOn(card: Element | null | undefined): void {
  card?.querySelector<HTMLElement>('[data-open]')?.focus()
}
