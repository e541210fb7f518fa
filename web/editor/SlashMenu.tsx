import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import {
  CodeXml,
  Heading1,
  Heading2,
  Heading3,
  ImagePlus,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Pilcrow,
  Quote,
  Table,
} from 'lucide-react'
import { useMemo } from 'react'
import type { PictureTarget } from '../files/pictures.ts'
import { t, useTranslation } from '../locales/i18n.ts'
import { addPictures, pickPictures } from './pictures/add-pictures.ts'
import { QuerySuggestions } from './QuerySuggestions.tsx'
import { blockQuery } from './slash-query.ts'
import { insertTable, tablePlace } from './table-commands.ts'
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
  const all = useMemo(
    () =>
      blocks()
        .filter(({ value }) => (value !== 'table' || !isInTable) && (value !== 'picture' || takesPictures))
        .map(({ make: _, ...option }) => option),
    [isInTable, takesPictures],
  )
  const choose = (value: string) => {
    const block = blocks().find((each) => each.value === value)
    const found = blockQuery.in(editor.state)
    if (!block || !found) return
    block.make(editor.chain().focus().deleteRange(found)).run()
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

/** The hint is what makes the same block when it is typed. */
function blocks() {
  const heading = (level: 1 | 2 | 3) => (chain: ChainedCommands) => chain.clearNodes().setHeading({ level })
  return [
    {
      value: 'paragraph',
      label: t('editor.paragraph'),
      icon: <Pilcrow />,
      keywords: ['paragraph'],
      make: (chain: ChainedCommands) => chain.clearNodes(),
    },
    {
      value: 'heading1',
      label: t('editor.heading1'),
      icon: <Heading1 />,
      hint: '#',
      keywords: ['h1'],
      make: heading(1),
    },
    {
      value: 'heading2',
      label: t('editor.heading2'),
      icon: <Heading2 />,
      hint: '##',
      keywords: ['h2'],
      make: heading(2),
    },
    {
      value: 'heading3',
      label: t('editor.heading3'),
      icon: <Heading3 />,
      hint: '###',
      keywords: ['h3'],
      make: heading(3),
    },
    {
      value: 'bulletList',
      label: t('editor.bulletList'),
      icon: <List />,
      hint: '-',
      keywords: ['ul'],
      make: (chain: ChainedCommands) => chain.toggleBulletList(),
    },
    {
      value: 'orderedList',
      label: t('editor.orderedList'),
      icon: <ListOrdered />,
      hint: '1.',
      keywords: ['ol'],
      make: (chain: ChainedCommands) => chain.toggleOrderedList(),
    },
    {
      value: 'taskList',
      label: t('editor.taskList'),
      icon: <ListChecks />,
      hint: '[ ]',
      keywords: ['task', 'checkbox'],
      make: (chain: ChainedCommands) => chain.toggleTaskList(),
    },
    {
      value: 'blockquote',
      label: t('editor.quote'),
      icon: <Quote />,
      hint: '>',
      make: (chain: ChainedCommands) => chain.clearNodes().setBlockquote(),
    },
    {
      value: 'codeBlock',
      label: t('editor.codeBlock'),
      icon: <CodeXml />,
      hint: '```',
      make: (chain: ChainedCommands) => chain.clearNodes().setCodeBlock(),
    },
    {
      value: 'table',
      label: t('editor.table.name'),
      icon: <Table />,
      make: (chain: ChainedCommands) =>
        // The state that a chain gives has what was done before in it, and its one transaction.
        chain.command(({ state }) => insertTable(state) !== null),
    },
    {
      value: 'picture',
      label: t('editor.picture.name'),
      icon: <ImagePlus />,
      keywords: ['image', 'photo', 'screenshot', 'upload'],
      // What is written in its place follows once it is chosen.
      make: (chain: ChainedCommands) => chain,
    },
    {
      value: 'horizontalRule',
      label: t('editor.rule'),
      icon: <Minus />,
      hint: '---',
      keywords: ['hr', 'line'],
      make: (chain: ChainedCommands) => chain.setHorizontalRule(),
    },
  ]
}
