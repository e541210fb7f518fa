import { Combobox } from '@base-ui/react/combobox'
import { Check, Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import { cx } from './cx.ts'
import { menuRowClass } from './menu-class.ts'
import { groupPickerOptions, type PickerOption } from './picker-options.ts'
import { Spinner } from './Spinner.tsx'

interface PickerListProps {
  id: string
  label: string
  rows: PickerOption[]
  createOptionValue: string
  /** Chooses the row with this number key. Returns false if no row has this number. */
  onNumber: (number: number) => boolean
  loading: boolean
  failed: boolean
  placeholder: string
  typed?: string | undefined
  emptyText: ReactNode
  anchor: Element | RefObject<Element | null>
  /**
   * Returns the element that gets the focus when the list closes. The default is the previously focused
   * element.
   */
  finalFocus?: () => HTMLElement | boolean
  footer?: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  isWide: boolean
}

/** The content of an open Picker. */
export function PickerList({
  id,
  label,
  rows,
  createOptionValue,
  onNumber,
  loading,
  failed,
  placeholder,
  typed,
  emptyText,
  anchor,
  finalFocus,
  footer,
  side = 'bottom',
  align = 'start',
  isWide,
}: PickerListProps) {
  const { t } = useTranslation()
  return (
    <Combobox.Portal>
      <Combobox.Positioner
        anchor={anchor}
        side={side}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className="z-float"
      >
        <Combobox.Popup
          id={id}
          aria-label={label}
          finalFocus={finalFocus}
          className={cx(
            'float flex max-h-[min(23.75rem,var(--available-height))] max-w-[calc(100vw-1rem)] flex-col',
            isWide ? 'w-110' : 'w-62 coarse:w-76',
            // If a button opened the list, the list is at least as wide as the button. If `anchor` is an
            // element, it may be a whole row, whose width does not matter.
            !(anchor instanceof Element) && 'min-w-(--anchor-width)',
          )}
        >
          <div className="relative flex shrink-0 items-center border-b border-line">
            <SearchField label={label} placeholder={placeholder} typed={typed} onNumber={onNumber} />
            {loading && (
              <span className="absolute end-3 text-faint">
                <Spinner size={14} label={t('ui.loading')} />
              </span>
            )}
          </div>
          <Combobox.Empty className="px-3 py-3 text-soft empty:hidden">
            {loading ? null : failed ? t('ui.error.title') : emptyText}
          </Combobox.Empty>
          <Combobox.List className="scroll-quiet min-h-0 scroll-py-1 overflow-y-auto overscroll-contain p-1 empty:hidden">
            {groupPickerOptions(rows).map((group) => (
              <Combobox.Group key={group.name}>
                {group.name && (
                  <Combobox.GroupLabel className="px-2 pt-1.5 pb-1 text-xs font-medium text-faint">
                    {group.name}
                  </Combobox.GroupLabel>
                )}
                {group.options.map((option) => (
                  <Combobox.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled}
                    className={cx(menuRowClass, 'data-selected:font-medium')}
                  >
                    {option.value === createOptionValue ? <Plus /> : option.icon}
                    <span
                      dir="auto"
                      className={cx('min-w-0 truncate text-ui-start', isWide ? 'flex-1' : 'grow')}
                    >
                      {option.label}
                    </span>
                    {option.hint && (
                      // In a narrow list, the hint is truncated before the label.
                      <span
                        className={cx(
                          'truncate text-sm text-faint',
                          isWide ? 'max-w-2/5' : 'min-w-0 shrink-[9999]',
                        )}
                      >
                        {option.hint}
                      </span>
                    )}
                    <Combobox.ItemIndicator className="text-accent">
                      <Check />
                    </Combobox.ItemIndicator>
                    {option.number !== undefined && (
                      <span
                        aria-hidden
                        className="w-2.5 shrink-0 text-center text-xs text-faint tabular coarse:hidden"
                      >
                        {option.number}
                      </span>
                    )}
                  </Combobox.Item>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.List>
          {footer && <div className="shrink-0 border-t border-line p-1">{footer}</div>}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

interface SearchFieldProps {
  label: string
  placeholder: string
  typed: string | undefined
  onNumber: PickerListProps['onNumber']
}

function SearchField({ label, placeholder, typed, onNumber }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!typed || !field.current) return
    // Inserts the letter that opened the list and dispatches an `input` event, so that the list filters its
    // rows and highlights the first one.
    field.current.focus({ preventScroll: true })
    field.current.setRangeText(typed, 0, 0, 'end')
    field.current.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))
  }, [typed])
  return (
    <Combobox.Input
      ref={field}
      aria-label={label}
      placeholder={placeholder}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !/^[0-9]$/.test(event.key)) return
        if (event.currentTarget.value === '' && onNumber(Number(event.key))) event.preventDefault()
      }}
      className="h-9 w-full min-w-0 bg-transparent px-3 text-md outline-none coarse:h-11 coarse:text-[1rem]"
    />
  )
}
