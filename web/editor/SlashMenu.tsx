import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useMemo } from 'react'
import type { PictureTarget } from '../files/pictures.ts'
import { t, useTranslation } from '../locales/i18n.ts'
import type { PickerOption } from '../ui/picker-options.ts'
import { emojiQuery } from './emoji-query.ts'
import { addPictures, pickPictures } from './pictures/add-pictures.ts'
import { QuerySuggestions } from './QuerySuggestions.tsx'
import { noteBlock, recentBlocks } from './recent-blocks.ts'
import { slashBlocks } from './slash-blocks.tsx'
import { blockQuery } from './slash-query.ts'
import { tablePlace } from './table-commands.ts'
import type { TypedQuery } from './typed-query.ts'

interface SlashMenuProps {
  editor: Editor
  /** Where pictures are put; null where there are none. */
  target: PictureTarget | null
}

/** Which block to write, as soon as a `/` is typed at the beginning of a word. */
export function SlashMenu({ editor, target }: SlashMenuProps) {
  const query = useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isFocused ? blockQuery.in(current.state) : null),
  })
  return query && <Blocks editor={editor} query={query} target={target} />
}

function Blocks({ editor, query, target }: SlashMenuProps & { query: TypedQuery }) {
  const { t: translate } = useTranslation()
  const isInTable = tablePlace(editor.state) !== null
  const takesPictures = target !== null
  const isTyped = query.text !== ''
  const all = useMemo(() => {
    const offered = slashBlocks()
      .filter(({ value }) => (value !== 'table' || !isInTable) && (value !== 'picture' || takesPictures))
      .map(({ make: _, ...option }) => option)
    return isTyped ? offered : recentFirst(offered)
  }, [isInTable, takesPictures, isTyped])
  const choose = (value: string) => {
    const block = slashBlocks().find((each) => each.value === value)
    const found = blockQuery.in(editor.state)
    if (!block || !found) return
    noteBlock(value)
    block.make(editor.chain().focus().deleteRange(found)).run()
    if (value === 'emoji') emojiQuery.call(editor.view, ':')
    if (value === 'picture' && target !== null)
      pickPictures((files) => void addPictures(editor.view, files, target))
  }
  return (
    <QuerySuggestions
      editor={editor}
      kind={blockQuery}
      query={query}
      label={translate('editor.blocks')}
      all={all}
      emptyText={translate('editor.noBlock')}
      onChoose={choose}
    />
  )
}

/** Until something is typed, what was made last stands above the others, under a name of its own. */
function recentFirst(offered: PickerOption[]): PickerOption[] {
  const recent = recentBlocks().flatMap((value) => offered.find((option) => option.value === value) ?? [])
  if (recent.length === 0) return offered
  const others = offered.filter((option) => !recent.includes(option))
  return [
    ...recent.map((option) => ({ ...option, group: t('editor.recentBlocks') })),
    ...others.map((option) => ({ ...option, group: t('editor.allBlocks') })),
  ]
}
