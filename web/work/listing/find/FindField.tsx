import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Input } from '../../../platform/ui/Input.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import type { FindInListState } from './use-find.ts'

/** Search field within a list. Escape ends the search, Enter and arrow down move the focus to the first result. */
export function FindField({ find }: { find: FindInListState }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  return (
    <search className="w-52 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1">
      <Input
        autoFocus
        data-find
        dir="auto"
        // The type is `text`, because `search` would add the browser's own clear button.
        type="text"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        icon={<Search className="size-3.5" />}
        aria-label={t('workItems.find')}
        placeholder={t('workItems.findPlaceholder')}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          find.narrow(target.value)
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) === 'Escape') find.close()
          else if (pressedKey(event) === 'Enter' || event.key === 'ArrowDown') toFirstFound()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
        end={
          <IconButton
            size="sm"
            label={t('workItems.findEnd')}
            keys="escape"
            icon={<X />}
            onClick={find.close}
          />
        }
      />
    </search>
  )
}

function toFirstFound(): void {
  document.querySelector<HTMLElement>('[data-item] :is([data-card], a, [tabindex="0"])')?.focus()
}
