import { useRender } from '@base-ui/react/use-render'
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'
import type { PickerLoad, PickerOption } from './picker-options.ts'

const popup = loadable(() => import('./PickerPopup.tsx').then(({ PickerPopup }) => PickerPopup))

/** Fetches the list before anybody opens one. */
export const preloadPicker = popup.preload

interface PickerShared {
  /** The button that shows the value and opens the list. Leave it out and give `anchor` and `open` when a shortcut opens it. */
  trigger?: ReactElement
  anchor?: Element | null
  /** What is chosen: the name of the list, and the trigger's name for screen readers, who hear its text as the value. */
  label: string
  options?: readonly PickerOption[]
  load?: PickerLoad
  loading?: boolean
  placeholder?: string
  emptyText?: ReactNode
  /** Given, typed text that names no option can be made into one. */
  onCreate?: (name: string) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
  disabled?: boolean
  /** Below the list: a link to where the options are managed, a hint. */
  footer?: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
}

interface PickOne {
  multiple?: false
  value: string | null
  onChange: (value: string | null) => void
  /** Adds a first row that clears the value. */
  noneLabel?: string
  noneIcon?: ReactNode
}

interface PickMany {
  multiple: true
  value: readonly string[]
  onChange: (value: string[]) => void
}

export type PickerProps = PickerShared & (PickOne | PickMany)

/**
 * Chooses one or several of many by typing: states, people, labels, priorities, projects. While closed it is its trigger and
 * nothing else, so that each row of a long list can have several; the list loads when a pointer or focus comes near.
 */
export function Picker(props: PickerProps) {
  const [ownOpen, setOwnOpen] = useState(false)
  const open = props.open ?? ownOpen
  const [closing, setClosing] = useState(false)
  const trigger = useRef<HTMLElement>(null)
  const pressing = useRef(false)
  const id = useId()

  function changeOpen(next: boolean) {
    setClosing(!next)
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }

  const button = useRender({
    enabled: props.trigger !== undefined,
    render: props.trigger,
    ref: trigger,
    props: {
      role: 'combobox',
      'aria-label': props.label,
      'aria-haspopup': 'dialog',
      'aria-expanded': open,
      'aria-controls': open ? id : undefined,
      disabled: props.disabled,
      onPointerEnter: popup.preload,
      onFocus: popup.preload,
      onPointerDown: () => {
        pressing.current = true
      },
      onClick: () => {
        pressing.current = false
        changeOpen(!open)
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        changeOpen(true)
      },
    },
  })

  return (
    <>
      {button}
      {(open || closing) && (
        <LazyPart
          part={popup}
          props={{
            ...props,
            id,
            open,
            onOpenChange: changeOpen,
            onClosed: () => setClosing(false),
            triggerRef: trigger,
            pressing,
          }}
        />
      )}
    </>
  )
}
