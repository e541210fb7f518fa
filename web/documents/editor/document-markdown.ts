import { DOMParser as DocumentParser, Fragment, type Node, type Schema, type Slice } from '@tiptap/pm/model'
import { blocksToMarkdown, documentToMarkdown } from '#common/documents/content/markdown.ts'
import { inlineContentToMarkdown, type MarkdownLabels } from '#common/documents/content/markdown-inline.ts'
import { nodeFromYDoc } from '#common/documents/content/render.ts'
import { documentSchema } from '#common/documents/content/schema.ts'
import { syncedBlockNodeName, syncedReferenceOfNode } from '#common/documents/content/synced-block-nodes.ts'
import { makeTablesRectangular } from '#common/documents/content/tables.ts'
import { getMyId } from '../../platform/person/me.ts'
import { pictureUrl } from '../files/pictures.ts'
import { getMentionName } from './mention-chip.ts'
import { findOpenDocument } from './session.ts'
import { containsSynced } from './synced/synced-commands.ts'

/** Returns a whole document as Markdown: its live state if it is open, otherwise the stored HTML. */
export async function loadDocumentAsMarkdown(name: string, stored: () => Promise<string>): Promise<string> {
  const doc = findOpenDocument(name, getMyId())
  return documentToMarkdown(doc === null ? nodeOfHtml(await stored()) : nodeFromYDoc(doc), markdownLabels)
}

function nodeOfHtml(html: string): Node {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  makeTablesRectangular(body)
  return DocumentParser.fromSchema(documentSchema()).parse(body)
}

/**
 * Returns a selection as Markdown. A selection without marks inside one block is returned as plain text,
 * because it is mostly pasted into single lines. Synced blocks are returned as normal blocks, because other programs
 * would show their tags. `textOfReference` returns the displayed text of a reference.
 */
export function sliceToMarkdown(
  slice: Slice,
  words: MarkdownLabels = markdownLabels,
  textOfReference: (reference: Node) => string = () => '',
): string {
  let { content, openStart, openEnd } = slice
  let around: Node | null = null
  while (openStart > 0 && openEnd > 0 && content.childCount === 1 && content.firstChild !== null) {
    around = content.firstChild
    content = around.content
    openStart--
    openEnd--
  }
  if (around?.isTextblock) return inlineText(around, words)
  const isPart = around !== null && /(?:Item|Row|Cell|Header)$/.test(content.firstChild?.type.name ?? '')
  const blocks = isPart && around !== null ? [around.copy(content)] : content.content
  return blocksToMarkdown(
    blocks.flatMap((block) => withoutSyncedBlocks(block, textOfReference)),
    words,
  )
}

function withoutSyncedBlocks(block: Node, textOfReference: (reference: Node) => string): Node[] {
  if (!containsSynced(block)) return [block]
  if (syncedReferenceOfNode(block) !== null) return paragraphsOf(textOfReference(block), block.type.schema)
  const children = block.children.flatMap((child) => withoutSyncedBlocks(child, textOfReference))
  return block.type.name === syncedBlockNodeName ? children : [block.copy(Fragment.from(children))]
}

function paragraphsOf(text: string, schema: Schema): Node[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap((line) => schema.nodes['paragraph']?.create(null, schema.text(line)) ?? [])
}

function inlineText(block: Node, words: MarkdownLabels): string {
  const hasMarks = block.children.some(({ marks }) => marks.length > 0)
  if (hasMarks && !block.type.spec.code) return inlineContentToMarkdown(block, words)
  return block.textBetween(0, block.content.size, null, (leaf) =>
    leaf.type.name === 'hardBreak'
      ? '\n'
      : inlineContentToMarkdown(block.copy(block.content.cut(0, 0).addToEnd(leaf)), words),
  )
}

export const markdownLabels: MarkdownLabels = {
  personName: getMentionName,
  pictureAddress: (id) => new URL(pictureUrl(id), location.origin).href,
}
