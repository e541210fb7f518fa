import { type ReactElement, type ReactNode, use } from 'react'
import { CommandPageContext } from './command-parts.ts'
import { LazyPart } from './LazyPart.tsx'
import { loadable } from './loadable.ts'
import type { PickerLoad, PickerOption } from './picker-options.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() => import('./PickerPopup.tsx').then(({ PickerPopup }) => PickerPopup))

const page = loadable(() => import('./PickerPage.tsx').then(({ PickerPage }) => PickerPage))

/** Fetches the list before anybody opens one. */
export const preloadPicker = popup.preload

interface PickerShared {
  /** The button that shows the value and opens the list. Leave it out and give `anchor` and `open` when a shortcut opens it. */
  trigger?: ReactElement
  anchor?: Element | null
  /** What is chosen: the name of the list, and the trigger's name for screen readers, who hear its text as the value. */
  label: string
  /** All there are, or what there is for a typed text: a number of days. */
  options?: readonly PickerOption[] | ((query: string) => readonly PickerOption[])
  load?: PickerLoad
  loading?: boolean
  placeholder?: string
  /** What is searched for from the start: the letter that opened the list. */
  typed?: string
  emptyText?: ReactNode
  /** Given, typed text that names no option can be made into one. */
  onCreate?: (name: string) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Where focus goes when a list without a trigger closes; to where it was when not given. */
  finalFocus?: () => HTMLElement | boolean
  disabled?: boolean
  /** Below the list: a link to where the options are managed, a hint. */
  footer?: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  /** Its options are whole titles. */
  isWide?: boolean
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

/** Chooses one or several of many by typing: states, people, labels, priorities, projects. */
export function Picker(props: PickerProps) {
  return use(CommandPageContext) ? <LazyPart part={page} props={{ picker: props }} /> : <OwnList {...props} />
}

function OwnList(props: PickerProps) {
  const { button, shown, control } = usePopup({
    trigger: props.trigger,
    open: props.open,
    onOpenChange: props.onOpenChange,
    haspopup: 'dialog',
    arrows: true,
    typing: true,
    finalFocus: props.finalFocus,
    disabled: props.disabled,
    props: { role: 'combobox', 'aria-label': props.label },
    preload: popup.preload,
  })
  return (
    <>
      {button}
      {shown && <LazyPart part={popup} props={{ picker: props, control }} />}
    </>
  )
}
