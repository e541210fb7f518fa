import { useAtomValue } from 'jotai'
import { Check, Minus } from 'lucide-react'
import { useTranslation } from '../../../locales/i18n.ts'
import { cx } from '../../../platform/ui/cx.ts'
import { isSelectingAtom, selectRangeTo, toggleSelected, useIsSelected } from './selected.ts'

interface ItemSelectBoxProps {
  id: string
  /** Name of the item. */
  name: string
  /** Class names that show the checkbox while the row is hovered or focused, for example `group-hover/row:visible`. */
  className?: string
  /** Set to -1 where another control handles keyboard selection. */
  tabIndex?: number
}

/**
 * Checkbox that selects an item. Shift selects the range from the last selected item. Hidden until the row is hovered or something
 * is selected.
 */
export function ItemSelectBox({ id, name, className, tabIndex }: ItemSelectBoxProps) {
  const { t } = useTranslation()
  return (
    <SelectBoxView
      checked={useIsSelected(id)}
      label={t('selection.select', { name })}
      onPress={(withShift) => (withShift ? selectRangeTo(id) : toggleSelected(id))}
      className={className}
      tabIndex={tabIndex}
    />
  )
}

interface SelectBoxViewProps {
  checked: boolean | 'some'
  label: string
  onPress: (withShift: boolean) => void
  className?: string | undefined
  tabIndex?: number | undefined
}

/**
 * On touch screens, the checkbox only appears after the user has selected an item with the menu of the item.
 * It is hidden with `visibility` instead of `opacity`, because `opacity` would create a compositing layer for
 * each card.
 */
export function SelectBoxView({ checked, label, onPress, className, tabIndex }: SelectBoxViewProps) {
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
        // Prevents Shift with a click from selecting text.
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onChange={({ nativeEvent }) => onPress(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
        className="peer visible absolute -inset-y-1 -end-1.5 -start-0.5 z-1 appearance-none rounded-sm"
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
