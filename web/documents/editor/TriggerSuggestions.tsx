import type { Editor } from '@tiptap/core'
import { useEffect, useId, useMemo, useState } from 'react'
import { exactOptions, type PickerOption } from '../../platform/ui/picker-options.ts'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { optionElementId, SuggestionList } from '../../platform/ui/SuggestionList.tsx'
import type { TypedQuery, TypedQueryKind } from './typed-query.ts'

interface TriggerSuggestionsProps {
  editor: Editor
  kind: TypedQueryKind
  query: TypedQuery
  label: string
  all: readonly PickerOption[]
  emptyText: string
  /** An option that is always shown as the last one, such as the creation of a new page. */
  last?: PickerOption | undefined
  /** True if Enter inserts a line break until an arrow key or the pointer has marked an option. */
  isLineEnd?: boolean
  onChoose: (value: string) => void
}

/**
 * Suggestions for the text after a trigger character such as `@`. Focus and keyboard input stay in the text.
 */
export function TriggerSuggestions({
  editor,
  kind,
  query,
  label,
  all,
  emptyText,
  last,
  isLineEnd = false,
  onChoose,
}: TriggerSuggestionsProps) {
  const id = useId()
  // Options that match only with typing mistakes are left out, because Enter would choose them by accident.
  const options = useMemo(
    () => [...exactOptions(all, query.text), ...(last ? [last] : [])],
    [all, query.text, last],
  )
  const [marked, setMarked] = useState({ text: query.text, value: '' })
  const active =
    options.find(({ value }) => marked.text === query.text && value === marked.value) ??
    (isLineEnd ? undefined : options[0])
  const mark = (value: string) => setMarked({ text: query.text, value })
  // If the typed text contains a space and matches no option, it is probably a normal sentence, so the list
  // closes.
  const isShown = options.length > 0 || !query.text.includes(' ')

  const { view } = editor
  useEffect(() => {
    if (!isShown) return
    const act = (key: string): boolean => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (key === 'Escape') kind.close(view)
      else if (step !== undefined && options.length > 0)
        setMarked({ text: query.text, value: optionBeside(options, active, step)?.value ?? '' })
      else if ((key === 'Enter' || key === 'Tab') && active !== undefined) onChoose(active.value)
      else return false
      return true
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isWithModifier(event) || !act(pressedKey(event))) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    view.dom.addEventListener('keydown', onKeyDown, true)
    return () => view.dom.removeEventListener('keydown', onKeyDown, true)
  }, [view, kind, isShown, options, active, query.text, onChoose])

  const activeId = isShown && active !== undefined ? optionElementId(id, active.value) : null
  useEffect(() => {
    if (activeId === null) return
    view.dom.setAttribute('aria-controls', id)
    view.dom.setAttribute('aria-activedescendant', activeId)
    return () => {
      view.dom.removeAttribute('aria-controls')
      view.dom.removeAttribute('aria-activedescendant')
    }
  }, [view, id, activeId])

  const anchor = useMemo(
    () => ({ contextElement: view.dom, getBoundingClientRect: () => rectAt(editor, query.from) }),
    [editor, view, query.from],
  )
  return (
    isShown && (
      <SuggestionList
        id={id}
        label={label}
        options={options}
        active={active?.value}
        anchor={anchor}
        emptyText={emptyText}
        onMark={mark}
        onChoose={onChoose}
        onClose={() => kind.close(view)}
      />
    )
  )
}

/**
 * Returns the next option (`step` 1) or the previous option (`step` -1). Without an active option, returns
 * the first or the last option.
 */
function optionBeside(options: readonly PickerOption[], active: PickerOption | undefined, step: number) {
  const at = active === undefined ? Math.min(0, -step) : options.indexOf(active)
  return options.at((at + step) % options.length)
}

function isWithModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
}

function rectAt(editor: Editor, position: number): DOMRect {
  const { view } = editor
  const { left, top, bottom } = view.coordsAtPos(Math.min(position, view.state.doc.content.size))
  return new DOMRect(left, top, 0, bottom - top)
}
