import type { Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { CaseSensitive, ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../locales/i18n.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { Input } from '../../../platform/ui/Input.tsx'
import { pressedKey } from '../../../platform/ui/pressed-key.ts'
import {
  closeFind,
  getDocumentFindState,
  goToMatch,
  onFindOpened,
  replaceMatches,
  scrollToMatch,
  setFindText,
} from './find.ts'

/** The bar to find and replace text, which Mod+F opens. */
export function FindBar({ editor, isEditable }: { editor: Editor; isEditable: boolean }) {
  const isOpen = useEditorState({
    editor,
    selector: ({ editor: { state } }) => getDocumentFindState(state) !== null,
  })
  return isOpen && <Bar editor={editor} isEditable={isEditable} />
}

function Bar({ editor, isEditable }: { editor: Editor; isEditable: boolean }) {
  const { t } = useTranslation()
  const { view } = editor
  const field = useRef<HTMLInputElement>(null)
  const [replacement, setReplacement] = useState('')
  const found = useEditorState({ editor, selector: ({ editor: { state } }) => getDocumentFindState(state) })
  useEffect(() => {
    const take = () => field.current?.select()
    take()
    scrollToMatch(view)
    return onFindOpened(view, take)
  }, [view])
  if (!found) return null
  const { text, isCase, matches, active } = found
  const updateSearch = (words: string, exactly = isCase) => {
    setFindText(view, words, exactly)
    scrollToMatch(view)
  }
  const replace = (which: 'active' | 'all') => {
    replaceMatches(view, replacement, which)
    // The clicked button loses the focus when it becomes disabled, so the focus moves to the search field.
    if (getDocumentFindState(view.state)?.active === -1) field.current?.focus()
  }
  const count =
    text === ''
      ? ''
      : matches.length === 0
        ? t('editor.find.none')
        : t('editor.find.count', { at: active + 1, count: matches.length })
  return (
    <div className="find-place">
      <search
        aria-label={t('editor.find.title')}
        className="find-bar float"
        onKeyDown={(event) => act(event, editor)}
      >
        <div className="find-row">
          <Input
            ref={field}
            size="sm"
            aria-label={t('editor.find.find')}
            placeholder={t('editor.find.find')}
            value={text}
            onChange={(event) => updateSearch(event.target.value)}
          />
          <output className="find-count">{count}</output>
          <IconButton
            size="sm"
            label={t('editor.find.case')}
            icon={<CaseSensitive />}
            pressed={isCase}
            onClick={() => updateSearch(text, !isCase)}
          />
          <IconButton
            size="sm"
            label={t('editor.find.previous')}
            keys="shift+enter"
            icon={<ChevronUp />}
            onClick={() => goToMatch(view, -1)}
          />
          <IconButton
            size="sm"
            label={t('editor.find.next')}
            keys="enter"
            icon={<ChevronDown />}
            onClick={() => goToMatch(view, 1)}
          />
          <IconButton size="sm" label={t('editor.find.close')} icon={<X />} onClick={() => close(editor)} />
        </div>
        {isEditable && (
          <div className="find-row">
            <Input
              size="sm"
              aria-label={t('editor.find.replaceBy')}
              placeholder={t('editor.find.replaceBy')}
              value={replacement}
              onChange={(event) => setReplacement(event.target.value)}
            />
            <Button size="sm" disabled={active === -1} onClick={() => replace('active')}>
              {t('editor.find.replace')}
            </Button>
            <Button size="sm" disabled={active === -1} onClick={() => replace('all')}>
              {t('editor.find.replaceAll')}
            </Button>
          </div>
        )}
      </search>
    </div>
  )
}

function act(event: KeyboardEvent, editor: Editor): void {
  const { shiftKey, target } = event
  const key = pressedKey(event)
  if (key === 'Escape') close(editor)
  else if (key === 'Enter' && target instanceof HTMLInputElement) goToMatch(editor.view, shiftKey ? -1 : 1)
  else if (key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)) {
    const first = event.currentTarget.querySelector('input')
    first?.focus()
    first?.select()
  } else return
  event.preventDefault()
  event.stopPropagation()
}

/** Closes the bar and selects the current match. */
function close(editor: Editor): void {
  const { view } = editor
  const found = getDocumentFindState(view.state)
  const match = found?.matches[found.active]
  if (match)
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, match.from, match.to)))
  closeFind(view)
  view.focus()
}
