import { type ClipboardEvent, type RefObject, useState } from 'react'
import { extractLinkUrls } from '#common/work/links/rules.ts'
import { useTranslation } from '../../../locales/i18n.ts'
import { Kbd } from '../../../platform/ui/Kbd.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import { useWarnIfUnsaved } from '../../../platform/ui/unsaved.ts'

interface AddLinkProps {
  /** The URLs that the item already links to, which cannot be added again. */
  taken: readonly string[]
  onAdd: (urls: string[]) => void
  onClose: () => void
  /** The element that receives the focus when the form closes. */
  finalFocus: RefObject<HTMLElement | null>
}

/**
 * Form to add links. It stays open until the user presses Escape, or Enter in the empty field. Pasted text that
 * consists only of URLs is added immediately.
 */
export function AddLink({ taken, onAdd, onClose, finalFocus }: AddLinkProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  useWarnIfUnsaved(typed.trim() !== '')
  const [problem, setProblem] = useState<'notAnAddress' | 'taken' | null>(null)

  function add(text: string): boolean {
    const { addresses, isAll } = extractLinkUrls(text)
    const fresh = addresses.filter((url) => !taken.includes(url))
    setProblem(!isAll ? 'notAnAddress' : fresh.length === 0 ? 'taken' : null)
    if (!isAll || fresh.length === 0) return false
    onAdd(fresh)
    setTyped('')
    return true
  }

  function close() {
    onClose()
    finalFocus.current?.focus()
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text/plain')
    if (typed.trim() !== '' || !extractLinkUrls(text).isAll) return
    event.preventDefault()
    if (!add(text)) setTyped(text.trim())
  }

  return (
    <form
      className="my-1 flex flex-col gap-1.5 rounded-md border border-accent bg-raised px-2.75 py-2.25"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() === '') close()
        else add(typed)
      }}
    >
      <input
        // The field takes the focus when it appears, because the user opened it to type into it.
        ref={focusNow}
        value={typed}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('links.address')}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : 'add-link-problem'}
        placeholder={t('links.placeholder')}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(null)
        }}
        onPaste={onPaste}
        onKeyDown={(event) => {
          if (pressedKey(event) !== 'Escape') return
          event.stopPropagation()
          close()
        }}
        onBlur={() => typed.trim() === '' && onClose()}
        className="w-full bg-transparent font-medium outline-none"
      />
      {problem !== null ? (
        <span id="add-link-problem" role="alert" className="text-sm text-danger">
          {problem === 'taken' ? t('links.taken') : t('ui.link.notAnAddress')}
        </span>
      ) : (
        <span className="flex items-center gap-1.5 text-xs text-faint coarse:hidden">
          <Kbd keys="enter" /> {t('workItems.quickAddEnter')} <Kbd keys="escape" className="ms-1" />{' '}
          {t('workItems.quickAddEscape')}
        </span>
      )}
    </form>
  )
}

function focusNow(input: HTMLInputElement | null): void {
  input?.focus()
}
