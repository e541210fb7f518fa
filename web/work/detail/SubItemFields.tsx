import { useAtomValue } from 'jotai'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { maxWorkItemNameLength, newSubItemsLimit } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../locales/i18n.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Input } from '../../platform/ui/Input.tsx'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { settablePropertiesAtom } from '../listing/properties/enabled-properties.ts'
import { DetailPropertyButton, type PropertyFieldValues } from './DetailPropertyButton.tsx'

interface SubItemFieldsProps<Item extends PropertyFieldValues & { key: string; name: string }> {
  projectId: string
  items: readonly Item[]
  empty: () => Item
  onChange: (items: Item[]) => void
  /** Renders additional fields in the line of a sub-item, besides the fields for item properties. */
  more?: (item: Item, set: (values: Partial<Item>) => void) => ReactNode
}

/** Form lines for the sub-items that are created together with an item. Enter adds another line. */
export function SubItemFields<Item extends PropertyFieldValues & { key: string; name: string }>({
  projectId,
  items,
  empty,
  onChange,
  more,
}: SubItemFieldsProps<Item>) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  const picked = useAtomValue(settablePropertiesAtom(projectId))
  const isFull = items.length >= newSubItemsLimit
  const focus = (at: number) =>
    // The line gets the focus in the next frame, when React has rendered it.
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[at]?.focus())

  function add(at: number): void {
    if (isFull) return
    onChange(items.toSpliced(at, 0, empty()))
    focus(at)
  }

  function remove(at: number): void {
    onChange(items.toSpliced(at, 1))
    focus(Math.max(0, at - 1))
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, at: number): void {
    const { ctrlKey, metaKey, currentTarget } = event
    const key = pressedKey(event)
    if (key === 'Enter' && !ctrlKey && !metaKey) add(at + 1)
    else if (key === 'Backspace' && currentTarget.value === '') remove(at)
    else return
    event.preventDefault()
  }

  return (
    <section aria-label={t('workItems.subItems.title')} className="flex flex-col gap-1.5">
      <ul ref={list} className="flex flex-col gap-1.5 empty:hidden">
        {items.map((item, at) => {
          const set = (values: Partial<Item>) => onChange(items.with(at, { ...item, ...values }))
          return (
            <li key={item.key} className="flex flex-wrap items-center gap-x-1 gap-y-1 sm:flex-nowrap">
              <span className="min-w-0 flex-1 max-sm:order-1">
                <Input
                  size="sm"
                  aria-label={t('templates.subItem', { number: at + 1 })}
                  value={item.name}
                  maxLength={maxWorkItemNameLength}
                  placeholder={t('templates.subItemTitle')}
                  onChange={(event) => set({ name: event.target.value } as Partial<Item>)}
                  onKeyDown={(event) => onKeyDown(event, at)}
                />
              </span>
              <span className="flex flex-wrap items-center max-sm:order-3 max-sm:w-full">
                {picked.map((property) => (
                  <DetailPropertyButton
                    key={property.name}
                    isSmall
                    property={property}
                    projectId={projectId}
                    values={item as PropertyFieldValues}
                    onChange={(values) => set(values as Partial<Item>)}
                  />
                ))}
                {more?.(item, set)}
              </span>
              <IconButton
                size="sm"
                className="max-sm:order-2"
                label={t('ui.remove', { name: item.name || t('templates.subItem', { number: at + 1 }) })}
                icon={<X />}
                onClick={() => remove(at)}
              />
            </li>
          )
        })}
      </ul>
      <span>
        <Button size="sm" variant="ghost" icon={<Plus />} disabled={isFull} onClick={() => add(items.length)}>
          {t('templates.addSubItem')}
        </Button>
      </span>
    </section>
  )
}
