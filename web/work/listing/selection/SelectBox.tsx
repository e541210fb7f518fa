import { useAtomValue } from 'jotai'
import { Check, Minus } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { isSelectingAtom, selectTo, toggleSelected, useIsSelected } from './selected.ts'

interface SelectBoxProps {
  id: string
  /** What the item is called. */
  name: string
  /** What shows it while the pointer or the focus is in its row, such as `group-hover/row:visible`. */
  className?: string
  /** -1 where keys reach it in another way. */
  tabIndex?: number
}

/** Selects an item; with Shift, everything from the one before. It stays out of the way until it is wanted. */
export function SelectBox({ id, name, className, tabIndex }: SelectBoxProps) {
  const { t } = useTranslation()
  return (
    <SelectBoxLook
      checked={useIsSelected(id)}
      label={t('selection.select', { name })}
      onPress={(withShift) => (withShift ? selectTo(id) : toggleSelected(id))}
      className={className}
      tabIndex={tabIndex}
    />
  )
}

interface SelectBoxLookProps {
  checked: boolean | 'some'
  label: string
  onPress: (withShift: boolean) => void
  className?: string | undefined
  tabIndex?: number | undefined
}

/** Under a finger it is there once something is selected, which the menu of an item begins. Hidden, it is not painted and takes the keys and presses still; as a thing of no opacity, it would be a layer of each card. */
export function SelectBoxLook({ checked, label, onPress, className, tabIndex }: SelectBoxLookProps) {
  const isSelecting = useAtomValue(isSelectingAtom)
  return (
    <label
      className={cx(
        'touch-target relative grid size-4 shrink-0 place-items-center text-on-accent focus-within:visible [&::after]:visible',
        checked || isSelecting ? 'visible' : 'invisible coarse:hidden',
        className,
      )}
    >
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = checked === 'some'
        }}
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={label}
        checked={checked === true}
        // A press with Shift would mark text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={({ nativeEvent }) => onPress(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className="peer visible absolute -inset-y-1 -right-1.5 -left-0.5 z-1 appearance-none rounded-sm"
      />
      <span
        aria-hidden
        className={cx(
          'grid size-4 place-items-center rounded-xs border-[1.5px] peer-hover:border-accent',
          checked ? 'border-accent bg-accent' : 'border-line-control bg-field',
        )}
      >
        {checked === 'some' ? (
          <Minus className="size-3! stroke-[3.2]!" />
        ) : (
          checked && <Check className="size-3! stroke-[3.2]!" />
        )}
      </span>
    </label>
  )
}
