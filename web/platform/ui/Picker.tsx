import { type ReactElement, type ReactNode, use } from 'react'
import { CommandPageInputContext } from './command-parts.ts'
import { LazyComponent } from './LazyComponent.tsx'
import { loadable } from './loadable.ts'
import type { LoadPickerOptions, PickerOption } from './picker-options.ts'
import { usePopup } from './use-popup.ts'

const popup = loadable(() => import('./PickerPopup.tsx').then(({ PickerPopup }) => PickerPopup))

const page = loadable(() =>
  import('./PickerCommandPage.tsx').then(({ PickerCommandPage }) => PickerCommandPage),
)

/** Loads the list in advance. */
export const preloadPicker = popup.preload

interface PickerShared {
  /**
   * The button that shows the value and opens the list. Omit it and set `anchor` and `open` if a shortcut
   * opens the list.
   */
  trigger?: ReactElement
  anchor?: Element | null
  /**
   * The name of the field. It is the accessible name of the list and of the trigger. The text of the trigger
   * is read as the value.
   */
  label: string
  /** All options, or a function that returns options for the typed text, such as a number of days. */
  options?: readonly PickerOption[] | ((query: string) => readonly PickerOption[])
  /** Returns further options for typed text, such as filters with a value. */
  typedOptions?: (query: string) => readonly PickerOption[]
  load?: LoadPickerOptions
  loading?: boolean
  placeholder?: string
  /** Initial search text: the letter that opened the list. */
  typed?: string
  emptyText?: ReactNode
  /**
   * Called to create an option with this name. If given, the list offers to create an option when the typed
   * text matches no option exactly.
   */
  onCreate?: (name: string) => void
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /**
   * Returns the element that gets the focus when a list without a trigger closes. The default is the
   * previously focused element.
   */
  finalFocus?: () => HTMLElement | boolean
  disabled?: boolean
  /** Shown below the list: a link to manage the options, or a hint. */
  footer?: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  /** Makes the list wider, for options with long titles. */
  isWide?: boolean
}

interface PickOne {
  multiple?: false
  value: string | null
  onChange: (value: string | null) => void
  /** The label of an additional first row that clears the value. */
  noneLabel?: string
  noneIcon?: ReactNode
}

interface PickMany {
  multiple: true
  value: readonly string[]
  onChange: (value: string[]) => void
}

export type PickerProps = PickerShared & (PickOne | PickMany)

/** A list with a search field in which the user chooses one or several of many options, such as states or labels. */
export function Picker(props: PickerProps) {
  return use(CommandPageInputContext) ? (
    <LazyComponent part={page} props={{ picker: props }} />
  ) : (
    <OwnList {...props} />
  )
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
      {shown && <LazyComponent part={popup} props={{ picker: props, control }} />}
    </>
  )
}
