import { Popover } from '@base-ui/react/popover'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { menuRowClass } from './menu-class.ts'
import { groupPickerOptions, type PickerOption } from './picker-options.ts'

interface SuggestionListProps {
  id: string
  label: string
  options: readonly PickerOption[]
  /** The value of the highlighted row. */
  active: string | undefined
  /** The position in the text at which the list is shown. */
  anchor: { contextElement: Element; getBoundingClientRect: () => DOMRect }
  emptyText: ReactNode
  onMark: (value: string) => void
  onChoose: (value: string) => void
  /** Called when the user clicks outside of the list. */
  onClose: () => void
}

/**
 * Suggestions for the text that the user types, shown at the caret. The focus stays in the text, which
 * handles the keys and refers to the highlighted row by `aria-activedescendant` (`optionElementId`).
 */
export function SuggestionList({
  id,
  label,
  options,
  active,
  anchor,
  emptyText,
  onMark,
  onChoose,
  onClose,
}: SuggestionListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active !== undefined)
      document.getElementById(optionElementId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-float"
        >
          <Popover.Popup
            ref={list}
            id={id}
            role={options.length > 0 ? 'listbox' : 'status'}
            aria-label={label}
            initialFocus={false}
            finalFocus={false}
            // A press on a row must not move the focus, because that would close the on-screen keyboard of a phone.
            onMouseDown={(event) => event.preventDefault()}
            className="float scroll-quiet max-h-[min(17.5rem,var(--available-height))] w-62 max-w-[calc(100vw-1rem)] scroll-py-1 overflow-y-auto overscroll-contain p-1 coarse:w-76"
          >
            {options.length === 0 && <p className="px-2 py-1.5 text-soft">{emptyText}</p>}
            {groupPickerOptions(options).map(({ name, options: members }) => {
              const rows = members.map((option) => (
                <Row
                  key={option.value}
                  id={id}
                  option={option}
                  active={active}
                  onMark={onMark}
                  onChoose={onChoose}
                />
              ))
              if (name === '') return rows
              return (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and this group is part of a list
                <div key={name} role="group" aria-label={name}>
                  <p aria-hidden className="px-2 pt-1.5 pb-1 font-medium text-faint text-xs">
                    {name}
                  </p>
                  {rows}
                </div>
              )
            })}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface RowProps extends Pick<SuggestionListProps, 'id' | 'active' | 'onMark' | 'onChoose'> {
  option: PickerOption
}

function Row({ id, option: { value, label, hint, icon }, active, onMark, onChoose }: RowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the text keeps the focus
    <div
      id={optionElementId(id, value)}
      role="option"
      aria-selected={value === active}
      data-highlighted={value === active ? '' : undefined}
      onPointerMove={() => value !== active && onMark(value)}
      onClick={() => onChoose(value)}
      className={cx(menuRowClass, 'cursor-default')}
    >
      {icon}
      <span dir="auto" className="min-w-0 grow truncate text-ui-start">
        {label}
      </span>
      {/* The hint is truncated before the label. */}
      {hint && <span className="min-w-0 shrink-[9999] truncate text-sm text-faint">{hint}</span>}
    </div>
  )
}

export function optionElementId(listId: string, value: string): string {
  return `${listId}-${value}`
}
