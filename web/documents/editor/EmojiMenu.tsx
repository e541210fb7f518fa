import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from '../../locales/i18n.ts'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import { pressedKey } from '../../platform/ui/pressed-key.ts'
import { emojiTriggerQuery, insertEmoji, isEmoticonAtLineEnd } from './emoji-query.ts'
import { TriggerSuggestions } from './TriggerSuggestions.tsx'
import type { TypedQuery } from './typed-query.ts'

/** Suggests emojis by name after a `:` and the first letter. */
export function EmojiMenu({ editor }: { editor: Editor }) {
  const query = useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isFocused ? emojiTriggerQuery.in(current.state) : null),
  })
  return query && (query.text !== '' || query.isCalled) && <Emoji editor={editor} query={query} />
}

function Emoji({ editor, query }: { editor: Editor; query: TypedQuery }) {
  const { t } = useTranslation()
  const all = useEmoji()
  const choose = useCallback(
    (value: string) => {
      const sign = all?.find((each) => each.value === value)?.sign
      if (sign !== undefined) insertEmoji(editor.view, value, sign)
    },
    [editor, all],
  )
  useEndingColon(editor, query, all, choose)
  return (
    all && (
      <TriggerSuggestions
        editor={editor}
        kind={emojiTriggerQuery}
        query={query}
        label={t('editor.emoji.list')}
        all={all}
        emptyText={t('editor.emoji.none')}
        isLineEnd={isEmoticonAtLineEnd(query)}
        onChoose={choose}
      />
    )
  )
}

interface EmojiOption extends PickerOption {
  sign: string
}

let loaded: EmojiOption[] | null = null

/**
 * Loads the list of emojis on first use. Returns null until the list is loaded, and if loading fails. The menu is
 * then not shown.
 */
function useEmoji(): EmojiOption[] | null {
  const [all, setAll] = useState(loaded)
  useEffect(() => {
    if (loaded !== null) return
    let isShown = true
    import('virtual:emoji').then(
      ({ rows }) => {
        loaded = rows.flatMap(([sign, label, , tags, , [name = '', ...names]]) =>
          name === ''
            ? []
            : [
                {
                  value: name,
                  label: name,
                  sign,
                  icon: <span>{sign}</span>,
                  keywords: [label, ...names, ...tags],
                },
              ],
        )
        if (isShown) setAll(loaded)
      },
      () => {},
    )
    return () => {
      isShown = false
    }
  }, [])
  return all
}

/** Inserts the emoji when its name is completed with a second colon, such as `:wave:`. */
function useEndingColon(
  editor: Editor,
  { text }: TypedQuery,
  all: EmojiOption[] | null,
  choose: (value: string) => void,
): void {
  const { dom } = editor.view
  useEffect(() => {
    const end = (event: KeyboardEvent) => {
      if (pressedKey(event) !== ':' || !all?.some(({ value }) => value === text)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      choose(text)
    }
    dom.addEventListener('keydown', end, true)
    return () => dom.removeEventListener('keydown', end, true)
  }, [dom, text, all, choose])
}
