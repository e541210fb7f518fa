import type { ChainedCommands } from '@tiptap/core'
import {
  AtSign,
  CalendarDays,
  CodeXml,
  Columns2,
  Columns3,
  FilePlus,
  FileSymlink,
  FileUp,
  ImagePlus,
  Lightbulb,
  List,
  ListChecks,
  ListCollapse,
  ListOrdered,
  ListTodo,
  ListTree,
  Minus,
  Pilcrow,
  Quote,
  Repeat2,
  Sigma,
  Smile,
  SquarePlay,
  SquareSigma,
  Table,
  TableOfContents,
  Workflow,
} from 'lucide-react'
import { embedHosts } from '#common/documents/content/embeds.ts'
import { colorNames } from '#common/platform/colors.ts'
import { t } from '../../locales/i18n.ts'
import { store } from '../../platform/app/sync.ts'
import { todayAtom } from '../../platform/person/today.ts'
import type { PickerOption } from '../../platform/ui/picker-options.ts'
import { wrapInCallout } from './blocks/callout-commands.ts'
import { convertBlockToToggle } from './blocks/toggle-commands.ts'
import { ColorSwatch } from './colors/ColorSwatch.tsx'
import { type ColorKind, setBlockColor } from './colors/color-commands.ts'
import { insertColumns } from './columns/column-commands.ts'
import { insertDate } from './dates/dates.ts'
import { insertDiagram } from './diagrams/insert-diagram.ts'
import { insertBlock } from './embeds/embeds.ts'
import { insertFormula } from './formulas/formulas.ts'
import { headingIcons, headingLevels } from './headings.tsx'
import { wrapSelectionInSyncedBlock } from './synced/synced-commands.ts'
import { insertTable } from './tables/table-commands.ts'

export interface SlashBlock extends PickerOption {
  /** If true, the menu shows the block only after the user has typed text or asked for more blocks. */
  isRare?: boolean
  make: (chain: ChainedCommands) => ChainedCommands
}

/**
 * Returns the blocks that the slash menu offers. The hint of a block is the text shortcut that also creates
 * it.
 */
export function slashBlocks(): SlashBlock[] {
  return [
    {
      value: 'paragraph',
      label: t('editor.paragraph'),
      icon: <Pilcrow />,
      keywords: ['paragraph'],
      make: (chain: ChainedCommands) => chain.clearNodes(),
    },
    ...headings(),
    {
      value: 'bulletList',
      label: t('editor.bulletList'),
      icon: <List />,
      hint: '-',
      keywords: ['ul', 'bullet', 'unordered'],
      make: (chain: ChainedCommands) => chain.toggleBulletList(),
    },
    {
      value: 'orderedList',
      label: t('editor.orderedList'),
      icon: <ListOrdered />,
      hint: '1.',
      keywords: ['ol', 'numbered', 'ordered'],
      make: (chain: ChainedCommands) => chain.toggleOrderedList(),
    },
    {
      value: 'taskList',
      label: t('editor.taskList'),
      icon: <ListChecks />,
      hint: '[ ]',
      keywords: ['todo', 'task', 'checkbox', 'checklist'],
      make: (chain: ChainedCommands) => chain.toggleTaskList(),
    },
    {
      value: 'blockquote',
      label: t('editor.quote'),
      icon: <Quote />,
      hint: '>',
      keywords: ['quote', 'blockquote', 'citation'],
      make: (chain: ChainedCommands) => chain.clearNodes().setBlockquote(),
    },
    {
      value: 'codeBlock',
      label: t('editor.codeBlock'),
      icon: <CodeXml />,
      hint: '```',
      keywords: ['code', 'pre', 'snippet'],
      make: (chain: ChainedCommands) => chain.clearNodes().setCodeBlock(),
    },
    {
      value: 'table',
      label: t('editor.table.name'),
      icon: <Table />,
      keywords: ['table', 'grid'],
      make: (chain: ChainedCommands) =>
        // `insertTable` needs no dispatch, because `state.tr` is the transaction of the chain. The state
        // contains the preceding steps.
        chain.command(({ state }) => insertTable(state) !== null),
    },
    {
      value: 'callout',
      label: t('editor.callout.name'),
      icon: <Lightbulb />,
      hint: '[!note]',
      keywords: ['note', 'tip', 'warning', 'info', 'callout'],
      make: (chain: ChainedCommands) =>
        chain.clearNodes().command(({ state }) => wrapInCallout(state) !== null),
    },
    {
      value: 'details',
      label: t('editor.toggle.name'),
      icon: <ListCollapse />,
      hint: '>>',
      keywords: ['details', 'fold', 'collapse', 'toggle'],
      make: (chain: ChainedCommands) =>
        chain.clearNodes().command(({ state }) => convertBlockToToggle(state) !== null),
    },
    ...columns(),
    {
      value: 'syncedBlock',
      label: t('editor.synced.name'),
      icon: <Repeat2 />,
      keywords: ['sync', 'synced', 'transclusion', 'reuse', 'mirror'],
      make: (chain: ChainedCommands) =>
        chain.clearNodes().command(({ state }) => wrapSelectionInSyncedBlock(state) !== null),
    },
    ...listingBlocks(),
    {
      value: 'blockMath',
      label: t('editor.formula.name'),
      icon: <SquareSigma />,
      hint: '$$',
      keywords: ['math', 'equation', 'tex', 'latex', 'katex'],
      // Choosing this block opens the formula popover.
      make: (chain: ChainedCommands) =>
        chain.command(({ state }) => insertFormula(state, 'blockMath') !== null),
    },
    {
      value: 'inlineMath',
      label: t('editor.formula.inline'),
      icon: <Sigma />,
      hint: '$x$',
      keywords: ['math', 'equation', 'tex', 'latex', 'katex'],
      make: (chain: ChainedCommands) =>
        chain.command(({ state }) => insertFormula(state, 'inlineMath') !== null),
    },
    {
      value: 'diagram',
      label: t('editor.diagram.name'),
      icon: <Workflow />,
      hint: '```mermaid',
      keywords: ['mermaid', 'chart', 'flowchart', 'sequence', 'graph'],
      make: (chain: ChainedCommands) =>
        chain.clearNodes().command(({ state }) => insertDiagram(state, t('editor.diagram.sample')) !== null),
    },
    {
      value: 'date',
      label: t('editor.date.name'),
      icon: <CalendarDays />,
      hint: '@',
      keywords: ['today', 'tomorrow', 'day', 'calendar'],
      // Inserts today's date. The calendar popover opens after the user has chosen this block.
      make: (chain: ChainedCommands) =>
        chain.command(({ state }) => insertDate(state, store.get(todayAtom)) !== null),
    },
    ...askingBlocks(),
    {
      value: 'horizontalRule',
      label: t('editor.rule'),
      icon: <Minus />,
      hint: '---',
      keywords: ['hr', 'line', 'divider', 'separator'],
      make: (chain: ChainedCommands) => chain.setHorizontalRule(),
    },
    ...colors('text'),
    ...colors('background'),
  ]
}

/** Blocks that list the headings of the text, and the sub-pages of the page. */
function listingBlocks(): SlashBlock[] {
  const insert = (kind: 'contents' | 'pages') => (chain: ChainedCommands) =>
    chain.command(({ state }) => {
      const node = state.schema.nodes['liveBlock']?.create({ kind })
      return node !== undefined && insertBlock(state, node) !== null
    })
  return [
    {
      value: 'contents',
      label: t('editor.live.contents'),
      icon: <TableOfContents />,
      keywords: ['toc', 'contents', 'outline', 'headings'],
      make: insert('contents'),
    },
    {
      value: 'pages',
      label: t('editor.live.pages'),
      icon: <ListTree />,
      keywords: ['sub-pages', 'subpages', 'children', 'index', 'toc'],
      make: insert('pages'),
    },
  ]
}

/** Blocks that need further input, such as a page, an address, an emoji or a file. */
function askingBlocks(): SlashBlock[] {
  return [
    {
      value: 'pageLink',
      label: t('editor.page.name'),
      icon: <FileSymlink />,
      keywords: ['page', 'link', 'embed'],
      // The page picker opens after the user has chosen this block.
      make: (chain: ChainedCommands) => chain,
    },
    {
      value: 'subPage',
      label: t('editor.page.below'),
      icon: <FilePlus />,
      keywords: ['page', 'child', 'new'],
      // The page is created after the user has chosen this block.
      make: (chain: ChainedCommands) => chain,
    },
    {
      value: 'items',
      label: t('editor.live.items'),
      icon: <ListTodo />,
      keywords: ['view', 'query', 'database', 'issues', 'tasks', 'embed'],
      // This changes nothing yet. The picker for a saved view opens after the user has chosen this block.
      make: (chain: ChainedCommands) => chain,
    },
    {
      value: 'embed',
      label: t('editor.embed.name'),
      icon: <SquarePlay />,
      keywords: [
        'video',
        'iframe',
        'film',
        ...Object.values(embedHosts).map(({ name }) => name),
        'google sheets',
        'google slides',
      ],
      // This changes nothing yet. The dialog for the address opens after the user has chosen this block.
      make: (chain: ChainedCommands) => chain,
    },
    {
      value: 'mention',
      label: t('editor.mention.name'),
      icon: <AtSign />,
      hint: '@',
      keywords: ['mention', 'person', 'people', 'user', 'team'],
      // The list of people opens after the user has chosen this block.
      make: (chain: ChainedCommands) => chain,
    },
    {
      value: 'emoji',
      label: t('editor.emoji.name'),
      icon: <Smile />,
      hint: ':',
      keywords: ['smiley', 'emoji', 'emoticon'],
      // The list of emojis opens after the user has chosen this block.
      make: (chain: ChainedCommands) => chain,
    },
    {
      value: 'picture',
      label: t('editor.picture.name'),
      icon: <ImagePlus />,
      keywords: ['img', 'image', 'picture', 'photo', 'screenshot', 'upload'],
      // The file dialog opens after the user has chosen this block.
      make: (chain: ChainedCommands) => chain,
    },
    {
      value: 'file',
      label: t('editor.file.name'),
      icon: <FileUp />,
      keywords: ['file', 'upload', 'attachment', 'pdf', 'document'],
      // The file dialog opens after the user has chosen this block.
      make: (chain: ChainedCommands) => chain,
    },
  ]
}

function columns(): SlashBlock[] {
  return [2, 3].map((count) => ({
    value: `columns${count}`,
    label: t('editor.columns.count', { count }),
    icon: count === 2 ? <Columns2 /> : <Columns3 />,
    keywords: ['columns', 'layout', 'beside', `${count} columns`],
    make: (chain) => chain.clearNodes().command(({ state }) => insertColumns(state, count) !== null),
  }))
}

function headings(): SlashBlock[] {
  return headingLevels.map((level) => ({
    value: `heading${level}`,
    label: t(`editor.heading${level}`),
    icon: headingIcons[level],
    hint: '#'.repeat(level),
    keywords: [`h${level}`],
    // Few texts need more than three levels, and six rows would hide the blocks below them.
    isRare: level > 3,
    make: (chain) => chain.clearNodes().setHeading({ level }),
  }))
}

/** Returns the menu options that color the whole block at the caret and the text that is typed next. */
function colors(of: ColorKind): SlashBlock[] {
  return (['default', ...colorNames] as const).map((name) => {
    const color = name === 'default' ? null : name
    return {
      value: `${of}-${name}`,
      label: t(of === 'text' ? 'editor.color.textOf' : 'editor.color.backgroundOf', {
        color: t(`editor.color.names.${name}`),
      }),
      icon: <ColorSwatch of={of} color={color} />,
      keywords: ['color', 'colour'],
      isRare: true,
      make: (chain) => setBlockColor(chain, of, color),
    }
  })
}
