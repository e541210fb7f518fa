import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { chipButtonClass } from '../../../platform/ui/chip-button-class.ts'
import { Input } from '../../../platform/ui/Input.tsx'
import { Popover } from '../../../platform/ui/Popover.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'

interface FilterTextProps {
  text: string
  isNew: boolean
  onChange: (text: string) => void
  /** Called when the popover closes, with the entered text or an empty string. */
  onClose: (text: string) => void
}

/** Text that titles must contain. Enter or leaving the field applies it, Escape reverts it. */
export function FilterText({ text, isNew, onChange, onClose }: FilterTextProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState(text)
  const isCancelled = useRef(false)
  useEffect(() => {
    if (isNew) setOpen(true)
  }, [isNew])
  function changeOpen(next: boolean) {
    setOpen(next)
    if (next) {
      isCancelled.current = false
      setTyped(text)
      return
    }
    const wanted = isCancelled.current ? text : typed.trim() || text
    if (wanted !== text) onChange(wanted)
    onClose(wanted)
  }
  return (
    <Popover
      label={t('filters.containsLabel')}
      open={open}
      onOpenChange={changeOpen}
      className="w-66 p-2!"
      trigger={
        <button type="button" className={chipButtonClass}>
          <span className="truncate" dir="auto">
            {text === '' ? '…' : t('filters.quoted', { text })}
          </span>
        </button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          changeOpen(false)
        }}
      >
        <Input
          autoFocus
          dir="auto"
          maxLength={255}
          autoComplete="off"
          aria-label={t('filters.containsLabel')}
          placeholder={t('filters.containsLabel')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Escape') isCancelled.current = true
          }}
        />
      </form>
    </Popover>
  )
}
