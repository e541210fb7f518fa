import type { AnyExtension, Extensions, NodeViewRendererProps } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { Placeholder, UndoRedo } from '@tiptap/extensions'
import type { NodeViewConstructor } from '@tiptap/pm/view'
import { bodyFragment } from '#common/documents/content/fragment.ts'
import { documentExtensions } from '#common/documents/content/schema.ts'
import { t } from '../../locales/i18n.ts'
import { blockView } from './block-handles.ts'
import type { BlockPortals } from './blocks/block-portals.ts'
import { callouts } from './blocks/callout-commands.ts'
import { calloutView } from './blocks/callout-view.ts'
import { summaryView, toggleView } from './blocks/toggle-view.ts'
import { toggles } from './blocks/toggles.ts'
import { carets, type EditorUser } from './carets.ts'
import { columnKeys } from './columns/column-keys.ts'
import { columnView } from './columns/column-view.ts'
import { copiedMarkdown } from './copied-markdown.ts'
import { dates, dateView } from './dates/dates.ts'
import { diagrams } from './diagrams/diagrams.ts'
import { emojiQuery } from './emoji-query.ts'
import type { FilePortals } from './files/file-box.ts'
import { fileView } from './files/file-view.ts'
import { find } from './find/find.ts'
import { formulaView } from './formulas/formula-view.ts'
import { formulas } from './formulas/formulas.ts'
import { levelBelowTitle } from './heading-level.ts'
import { longLines } from './long-lines.ts'
import { personName } from './mention-chip.ts'
import { mentionChips, mentionQuery } from './mention-query.ts'
import { moveKeys } from './moves/move-keys.ts'
import { paste } from './paste/paste.ts'
import { type PicturePortals, pictureView } from './pictures/picture-view.ts'
import { noFiles, type PicturesOf, pictures } from './pictures/pictures.ts'
import { preserveSelection } from './preserve-selection.ts'
import { replacedBlockCaret } from './replaced-block-caret.ts'
import { restoreCaretOnRedo } from './restore-caret-on-redo.ts'
import { reuseNodes } from './reuse-nodes.ts'
import type { DocumentSession } from './session.ts'
import { blockQuery } from './slash-query.ts'
import { syncCaret } from './sync-caret.ts'
import { tabKey } from './tab-key.ts'
import { tableArrows } from './tables/table-arrows.ts'
import { tableKeys } from './tables/table-keys.ts'
import { textAlign } from './text-align.ts'
import { textDirections } from './text-directions.ts'
import { typedLinks } from './typed-links.ts'
import { typedText } from './typed-text.ts'
import { videos, videoView } from './videos/videos.ts'

/** Returns the extensions of a collaborative editor. */
export function editorExtensions(
  { doc, provider }: DocumentSession,
  user: EditorUser,
  placeholder: () => string,
  blocks: BlockPortals,
  shown: ShownPictures,
): Extensions {
  return [
    ...writingExtensions(placeholder, blocks, shown),
    Collaboration.configure({ document: doc, field: bodyFragment }),
    reuseNodes,
    restoreCaretOnRedo,
    find,
    ...carets(provider, user),
    syncCaret(provider),
    replacedBlockCaret(provider),
  ]
}

/** Returns the extensions of a short personal note without pictures and files. */
export function noteExtensions(placeholder: () => string, blocks: BlockPortals): Extensions {
  return [...writingExtensions(placeholder, blocks, null), UndoRedo]
}

/** Returns the extensions of an unsent text, which has a local undo history. */
export function draftExtensions(
  placeholder: () => string,
  blocks: BlockPortals,
  shown: ShownPictures,
): Extensions {
  return [...writingExtensions(placeholder, blocks, shown), UndoRedo]
}

export interface ShownPictures extends PicturesOf {
  portals: PicturePortals
  files: FilePortals
}

function writingExtensions(
  placeholder: () => string,
  blocks: BlockPortals,
  shown: ShownPictures | null,
): Extensions {
  return [
    ...documentExtensions({
      taskLabel: (text) => t('editor.task', { text: text || t('editor.emptyTask') }),
      personName,
    }).flatMap((extension) => withEditorView(extension, blocks, shown)),
    textDirections,
    textAlign,
    toggles,
    callouts,
    formulas,
    diagrams,
    dates,
    videos,
    longLines,
    typedText,
    typedLinks,
    columnKeys,
    tableKeys,
    tableArrows,
    moveKeys,
    shown === null ? noFiles : pictures(shown),
    copiedMarkdown,
    paste(shown?.target ?? (() => null)),
    mentionChips,
    mentionQuery.extension,
    blockQuery.extension,
    emojiQuery.extension,
    preserveSelection,
    tabKey,
    Placeholder.configure({ placeholder, showOnlyWhenEditable: false }),
  ]
}

/** Adds node views to the extensions whose blocks have controls around their content. */
function withEditorView(
  extension: AnyExtension,
  blocks: BlockPortals,
  shown: ShownPictures | null,
): AnyExtension | [] {
  const { name } = extension
  if (shown === null && (name === 'imageComponent' || name === 'fileComponent')) return []
  if (name === 'horizontalRule') return asSeparator(extension)
  if (name === 'heading') return asBelowTitle(extension)
  const view = viewsOf(blocks, shown)[name]
  return view ? withNodeView(extension, view) : extension
}

function viewsOf(
  { callouts: signs, date, formula, handles }: BlockPortals,
  shown: ShownPictures | null,
): Record<string, NodeViewConstructor | undefined> {
  return {
    ...(shown && { imageComponent: pictureView(shown.portals), fileComponent: fileView(shown.files) }),
    callout: calloutView(signs),
    inlineMath: formulaView(formula),
    blockMath: formulaView(formula),
    date: dateView(date),
    video: videoView,
    details: toggleView,
    detailsSummary: summaryView,
    table: blockView(handles, 'table'),
    codeBlock: blockView(handles, 'codeBlock'),
    columns: blockView(handles, 'columns'),
    column: columnView,
  }
}

function withNodeView(block: AnyExtension, seen: NodeViewConstructor): AnyExtension {
  return block.extend({
    addNodeView:
      () =>
      ({ node, view, getPos, decorations, innerDecorations }: NodeViewRendererProps) =>
        seen(node, view, getPos, decorations, innerDecorations),
  })
}

/** Lowers the level of headings for screen readers, because the title of the item or page is the first-level heading. */
function asBelowTitle(heading: AnyExtension): AnyExtension {
  return heading.extend({
    renderHTML: ({
      node,
      HTMLAttributes,
    }: {
      node: { attrs: { level?: number } }
      HTMLAttributes: object
    }) => {
      const level = node.attrs.level ?? 1
      return [`h${level}`, { ...HTMLAttributes, 'aria-level': levelBelowTitle(level) }, 0]
    },
  })
}

/** Adds the `separator` role in the editor only. The stored HTML of a rule has no such attribute. */
function asSeparator(rule: AnyExtension): AnyExtension {
  return rule.extend({
    addNodeView: () => () => {
      const dom = document.createElement('div')
      dom.dataset['type'] = 'horizontalRule'
      dom.role = 'separator'
      return { dom }
    },
  })
}
