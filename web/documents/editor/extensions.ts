import type { AnyExtension, Extensions, NodeViewRendererProps } from '@tiptap/core'
import { Collaboration } from '@tiptap/extension-collaboration'
import { Placeholder, UndoRedo } from '@tiptap/extensions'
import type { NodeViewConstructor } from '@tiptap/pm/view'
import type { XmlElement, XmlFragment } from 'yjs'
import { bodyFragmentName } from '#common/documents/content/fragment.ts'
import { documentExtensions } from '#common/documents/content/schema.ts'
import { t } from '../../locales/i18n.ts'
import { autoLinkExtension } from './auto-link-extension.ts'
import { createBlockHandleView } from './block-handle-view.ts'
import type { BlockPortals } from './blocks/block-portals.ts'
import { calloutCommands } from './blocks/callout-commands.ts'
import { createCalloutView } from './blocks/callout-view.ts'
import { createSummaryView, createToggleView } from './blocks/toggle-view.ts'
import { toggleExtension } from './blocks/toggles.ts'
import { columnKeyboardShortcuts } from './columns/column-keyboard-shortcuts.ts'
import { createColumnView } from './columns/column-view.ts'
import { copyAsMarkdownExtension } from './copy-as-markdown-extension.ts'
import { createDateView, dateExtension } from './dates/dates.ts'
import { diagramExtension } from './diagrams/diagrams.ts'
import { doubleClickExtension } from './double-click-extension.ts'
import { createEmbedView, embedExtension } from './embeds/embeds.ts'
import { emojiTriggerQuery } from './emoji-query.ts'
import type { FilePortals } from './files/file-box.ts'
import { createFileView } from './files/file-view.ts'
import { findExtension } from './find/find.ts'
import { createFormulaView } from './formulas/formula-view.ts'
import { formulaExtension } from './formulas/formulas.ts'
import { displayedHeadingLevel } from './heading-level.ts'
import { indentKeymap } from './indent-blocks.ts'
import { itemTriggerQuery } from './item-query.ts'
import { createLiveBlockView } from './live-blocks/live-block-view.ts'
import { longLineExtension } from './long-line-extension.ts'
import { getMentionName } from './mention-chip.ts'
import { mentionTriggerQuery, renderMentionsAsChips } from './mention-query.ts'
import { blockMoveKeymap } from './moves/block-move-keymap.ts'
import { pageTriggerQuery } from './page-lines/page-query.ts'
import { pasteExtension } from './paste/paste.ts'
import { createPictureView, type PicturePortals } from './pictures/picture-view.ts'
import { type PictureOptions, pictureExtension, rejectFilesExtension } from './pictures/pictures.ts'
import { preserveCaretOnReplace } from './preserve-caret-on-replace.ts'
import { preserveSelection } from './preserve-selection.ts'
import { type EditorUser, remoteCaretExtensions } from './remote-caret-extensions.ts'
import { restoreCaretOnRedo } from './restore-caret-on-redo.ts'
import { reuseUnchangedNodes } from './reuse-nodes.ts'
import type { DocumentSession } from './session.ts'
import { slashQuery } from './slash-query.ts'
import { smartTypingExtension } from './smart-typing.ts'
import { applyCaretImmediately } from './sync-caret.ts'
import { confirmSyncedDeletion } from './synced/confirm-deletion.ts'
import { pageOfText, syncedBlockExtension } from './synced/synced-extension.ts'
import { createSyncedReferenceView } from './synced/synced-views.ts'
import { tabKeymap } from './tab-key.ts'
import { tableArrowKeymap } from './tables/table-arrow-keymap.ts'
import { tableKeymap } from './tables/table-keymap.ts'
import { textAlignKeymap } from './text-align.ts'
import { textDirectionExtension } from './text-direction-extension.ts'
import { typedTextExtension } from './typed-text.ts'

/** Returns the extensions of a collaborative editor for the whole text of a document. */
export function editorExtensions(
  session: DocumentSession,
  user: EditorUser,
  placeholder: () => string,
  blocks: BlockPortals,
  shown: PictureAndFileOptions,
): Extensions {
  return [
    ...writingExtensions(placeholder, blocks, shown),
    ...sharedExtensions(session, session.doc.getXmlFragment(bodyFragmentName)),
    confirmSyncedDeletion(() => pageOfText(shown.target()), blocks.syncedDeletion.set),
    findExtension,
    ...remoteCaretExtensions(session.provider, user),
  ]
}

/**
 * Returns the extensions of a collaborative editor for a part of a document. It publishes no caret, because several
 * editors may show the same part, and a document has only one caret per user.
 */
export function partialEditorExtensions(
  session: DocumentSession,
  part: XmlElement,
  placeholder: () => string,
  blocks: BlockPortals,
  shown: PictureAndFileOptions,
): Extensions {
  return [
    ...writingExtensions(placeholder, blocks, shown, { isPart: true }),
    ...sharedExtensions(session, part),
  ]
}

function sharedExtensions({ provider }: DocumentSession, fragment: XmlFragment): Extensions {
  return [
    Collaboration.configure({ fragment }),
    reuseUnchangedNodes,
    restoreCaretOnRedo,
    applyCaretImmediately(provider),
    preserveCaretOnReplace(provider),
  ]
}

/** Returns the extensions of a short personal note without pictures and files. */
export function stickyNoteExtensions(placeholder: () => string, blocks: BlockPortals): Extensions {
  return [...writingExtensions(placeholder, blocks, null), UndoRedo]
}

/** Returns the extensions of an unsent text, which has a local undo history. */
export function draftExtensions(
  placeholder: () => string,
  blocks: BlockPortals,
  shown: PictureAndFileOptions,
): Extensions {
  return [...writingExtensions(placeholder, blocks, shown), UndoRedo]
}

export interface PictureAndFileOptions extends PictureOptions {
  portals: PicturePortals
  files: FilePortals
}

function writingExtensions(
  placeholder: () => string,
  blocks: BlockPortals,
  shown: PictureAndFileOptions | null,
  { isPart = false } = {},
): Extensions {
  return [
    ...documentExtensions({
      taskLabel: (text) => t('editor.task', { text: text || t('editor.emptyTask') }),
      personName: getMentionName,
    }).flatMap((extension) => withEditorView(extension, blocks, shown)),
    textDirectionExtension,
    textAlignKeymap,
    toggleExtension,
    calloutCommands,
    formulaExtension,
    diagramExtension,
    dateExtension,
    embedExtension,
    longLineExtension,
    smartTypingExtension,
    typedTextExtension,
    doubleClickExtension,
    autoLinkExtension,
    columnKeyboardShortcuts,
    tableKeymap,
    tableArrowKeymap,
    blockMoveKeymap,
    indentKeymap,
    shown === null ? rejectFilesExtension : pictureExtension(shown),
    copyAsMarkdownExtension,
    pasteExtension(shown?.target ?? (() => null)),
    syncedBlockExtension(shown?.target ?? (() => null), isPart),
    renderMentionsAsChips,
    mentionTriggerQuery.extension,
    pageTriggerQuery.extension,
    itemTriggerQuery.extension,
    slashQuery.extension,
    emojiTriggerQuery.extension,
    preserveSelection,
    tabKeymap,
    Placeholder.configure({ placeholder, showOnlyWhenEditable: false }),
  ]
}

/**
 * Adds the node view of the editor to an extension. Returns an empty array for pictures and files if the text does
 * not accept them.
 */
function withEditorView(
  extension: AnyExtension,
  blocks: BlockPortals,
  shown: PictureAndFileOptions | null,
): AnyExtension | [] {
  const { name } = extension
  if (shown === null && (name === 'imageComponent' || name === 'fileComponent')) return []
  if (name === 'horizontalRule') return asSeparator(extension)
  if (name === 'heading') return asBelowTitle(extension)
  const view = viewsOf(blocks, shown)[name]
  return view ? withNodeView(extension, view) : extension
}

function viewsOf(
  { callouts: signs, date, formula, handles, live, synced }: BlockPortals,
  shown: PictureAndFileOptions | null,
): Record<string, NodeViewConstructor | undefined> {
  return {
    ...(shown && {
      imageComponent: createPictureView(shown.portals),
      fileComponent: createFileView(shown.files),
    }),
    callout: createCalloutView(signs),
    inlineMath: createFormulaView(formula),
    blockMath: createFormulaView(formula),
    date: createDateView(date),
    video: createEmbedView,
    liveBlock: createLiveBlockView(live),
    syncedBlock: createBlockHandleView(handles, 'syncedBlock'),
    syncedReference: createSyncedReferenceView(synced),
    details: createToggleView,
    detailsSummary: createSummaryView,
    table: createBlockHandleView(handles, 'table'),
    codeBlock: createBlockHandleView(handles, 'codeBlock'),
    columns: createBlockHandleView(handles, 'columns'),
    column: createColumnView,
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

/**
 * Lowers the level of headings for screen readers, because the title of the item or page is the first-level
 * heading.
 */
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
      return [`h${level}`, { ...HTMLAttributes, 'aria-level': displayedHeadingLevel(level) }, 0]
    },
  })
}

/**
 * Adds the `separator` role to horizontal rules, in the editor only. Their stored HTML does not contain the
 * role.
 */
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
