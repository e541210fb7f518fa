import { useEffect, useRef, useState } from 'react'
import { maxWorkItemNameLength } from '#common/work/work-items/rules.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { store } from '../../../platform/app/sync.ts'
import { Kbd } from '../../../platform/ui/Kbd.tsx'
import { useKeepRendered } from '../../../platform/ui/keep-rendered.ts'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { useWarnIfUnsaved } from '../../../platform/ui/unsaved.ts'
import { recentlyCreatedAtom } from '../../work-items/recently-created.ts'
import { focusCurrentItem, setCurrentItem } from '../selection/current-item.ts'
import { findAddButton } from './add-button.ts'

interface QuickAddProps {
  group: string
  placeholder: string
  onCreate: (group: string, name: string) => void
  onClose: () => void
}

/**
 * Field for the titles of new items. It stays open for the next item until the user presses Escape, or Enter
 * in the empty field.
 */
export function QuickAdd({ group, placeholder, onCreate, onClose }: QuickAddProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [createdCount, setCreatedCount] = useState(0)
  useWarnIfUnsaved(name.trim() !== '')
  const form = useRef<HTMLFormElement>(null)
  useKeepRendered(form)
  // The new item appears above the field and moves it down, so the field is scrolled into view again.
  useEffect(() => {
    if (createdCount === 0) return
    const timer = setTimeout(() => form.current?.scrollIntoView({ block: 'nearest' }), renderDelay)
    return () => clearTimeout(timer)
  }, [createdCount])
  useEffect(() => {
    // If this form adds a sub-item in the side panel, the current item of the list behind the panel must not
    // change.
    if (form.current?.closest('[data-part-of-item]')) return
    const unsubscribe = store.sub(recentlyCreatedAtom, () => {
      const id = store.get(recentlyCreatedAtom)
      if (id !== null) setCurrentItem(id)
    })
    return () => {
      unsubscribe()
      focusCurrentItem(() => findAddButton(group)?.focus())
    }
  }, [group])
  const submit = () => {
    const title = name.trim()
    setName('')
    if (title === '') onClose()
    else {
      onCreate(group, title)
      setCreatedCount(createdCount + 1)
    }
  }
  return (
    <form
      ref={form}
      className="@container flex flex-col gap-1.5 rounded-md border border-accent bg-raised px-2.75 py-2.25"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <input
        // The field takes the focus when it appears, because the user opened it to type into it.
        ref={focusNow}
        value={name}
        maxLength={maxWorkItemNameLength}
        aria-label={placeholder}
        placeholder={placeholder}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (pressedKey(event) !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
        onBlur={() => name.trim() === '' && onClose()}
        className="w-full bg-transparent font-medium outline-none"
      />
      <span className="flex items-center gap-1.5 text-xs text-faint @max-[180px]:hidden coarse:hidden">
        <Kbd keys="enter" /> {t('workItems.quickAddEnter')} <Kbd keys="escape" className="ms-1" />{' '}
        {t('workItems.quickAddEscape')}
      </span>
    </form>
  )
}

/** Milliseconds between the creation of an item and scrolling to the field. The new item is rendered in this time. */
const renderDelay = 80

function focusNow(input: HTMLInputElement | null): void {
  input?.focus()
}
