import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { textAlignmentOfElement } from '#common/documents/content/alignments.ts'
import { parseCalloutElement } from '#common/documents/content/callouts.ts'
import { parseColumnWidth } from '#common/documents/content/columns.ts'
import { parseDateAttribute } from '#common/documents/content/date.ts'
import { parseEmbedElement } from '#common/documents/content/embed-node.ts'
import { parseFileElement } from '#common/documents/content/files.ts'
import { parseLiveBlockElement } from '#common/documents/content/live-blocks.ts'
import { type PictureAttributes, parsePictureElement } from '#common/documents/content/pictures.ts'
import { parseSyncedReferenceElement } from '#common/documents/content/synced-blocks.ts'
import { columnWidthsOfElement } from '#common/documents/content/tables.ts'
import { t } from '../../locales/i18n.ts'
import type { PictureUrl } from '../files/pictures.ts'
import { CalloutIcons } from './blocks/CalloutIcons.tsx'
import { type CalloutPortal, type CalloutPortals, createCalloutElement } from './blocks/callout-view.ts'
import {
  createSummaryLine,
  createToggleElement,
  isChangeInClosedToggle,
  setToggleOpen,
} from './blocks/toggle-view.ts'
import { codeLanguageName, parseCodeLanguage } from './code/code-languages.ts'
import { createCodeHighlighter } from './code/highlight-code.ts'
import { ReadOnlyCodeBlocks, type StoredCode } from './code/ReadOnlyCodeBlocks.tsx'
import { createColumnElement, createColumnsElement } from './columns/column-box.ts'
import { createDateChip } from './dates/date-chip.ts'
import { createDiagramElement } from './diagrams/diagram-box.ts'
import { diagramLanguage } from './diagrams/insert-diagram.ts'
import { createEmbedElement } from './embeds/embed-element.ts'
import { createFileElement, type FilePortal } from './files/file-box.ts'
import { ReadOnlyFileBlocks } from './files/ReadOnlyFileBlocks.tsx'
import { createFormulaElement, type FormulaElement } from './formulas/formula-element.ts'
import { displayedHeadingLevel } from './heading-level.ts'
import { ItemChips } from './ItemChips.tsx'
import { type ChipPortal, createChipPart, openItemChip } from './item-chip-plugin.ts'
import { findItemKeys, getMentionedItems } from './item-keys.ts'
import { createLiveBlockElement, type LiveBlockPortal } from './live-blocks/live-block-view.ts'
import { StoredLiveBlocks } from './live-blocks/StoredLiveBlocks.tsx'
import { createMentionChip } from './mention-chip.ts'
import { PageLinkBlocks } from './page-lines/PageLinkBlocks.tsx'
import {
  createPageLinkElement,
  openPageLink,
  type PageLink,
  parsePageLink,
} from './page-lines/page-line-plugin.ts'
import { createPictureElement, type PictureElement } from './pictures/picture-box.ts'
import { usePictureViewer } from './pictures/use-picture-viewer.tsx'
import { createEditorPortals, type EditorPortals } from './portals.ts'
import { SyncedNote } from './synced/SyncedNote.tsx'
import { type RenderSyncedText, SyncedReferences } from './synced/SyncedReferences.tsx'
import {
  createSyncedBlockElement,
  createSyncedReferenceElement,
  type SyncedReferencePortal,
  type SyncedReferencePortals,
} from './synced/synced-views.ts'
import { applyColumnWidths } from './tables/apply-column-widths.ts'
import { longTableMinRows, sampleRowsForWidths, setFixedColumnWidths } from './tables/long-tables.ts'
import { textBlockSelector } from './text-block-selector.ts'
import './document.css'

export interface StoredDocumentProps {
  /** Trusted HTML that the server rendered from the document. */
  html: string
  isBusy?: boolean
  /** True for the content of a synced block, which shows no other synced blocks. */
  isInSyncedBlock?: boolean
  /** Returns the address of a picture. The default is an address within the workspace. */
  pictureUrl?: PictureUrl
}

/**
 * Shows the stored HTML of a document while the live document is loading, and on screens where the document
 * cannot be edited.
 */
export function StoredDocument({ html, isBusy, isInSyncedBlock = false, pictureUrl }: StoredDocumentProps) {
  const ref = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const portals = useMemo(() => createEditorPortals<ChipPortal>(), [])
  const callouts = useMemo(() => createEditorPortals<CalloutPortal>(), [])
  const pages = useMemo(() => createEditorPortals<PageLink>(), [])
  const files = useMemo(() => createEditorPortals<FilePortal>(), [])
  const codes = useMemo(() => createEditorPortals<StoredCode>(), [])
  const liveBlocks = useMemo(() => createEditorPortals<LiveBlockPortal>(), [])
  const synced = useMemo(() => createEditorPortals<SyncedReferencePortal>(), [])
  const { open, viewer } = usePictureViewer(ref, pictureUrl)
  useLayoutEffect(() => {
    // A parsed document does not run scripts or load resources until its nodes are inserted into the page.
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    prepare(parsed)
    const code = [...parsed.querySelectorAll('pre')].map((block) => boxCode(block, codes))
    const formulas = [...parsed.querySelectorAll('[data-type=inline-math], [data-type=block-math]')].map(
      storedFormula,
    )
    const chips = [...parsed.querySelectorAll('mention-component')].map((mention) => {
      const chip = createMentionChip(
        mention.getAttribute('entity_identifier'),
        mention.getAttribute('entity_name') === 'team_mention' ? 'team_mention' : 'user_mention',
      )
      mention.replaceWith(chip.dom)
      return chip
    })
    const days = [...parsed.querySelectorAll('time[datetime]')].map((time) => {
      const chip = createDateChip(parseDateAttribute(time.getAttribute('datetime')))
      time.replaceWith(chip.dom)
      return chip
    })
    for (const embed of parsed.querySelectorAll('[data-type=video]'))
      embed.replaceWith(createEmbedElement(parseEmbedElement(embed)))
    const live = [...parsed.querySelectorAll('[data-type=live-block]')].map((element) => {
      const dom = createLiveBlockElement()
      element.replaceWith(dom)
      return liveBlocks.add({ dom, block: parseLiveBlockElement(element) })
    })
    const references = [...parsed.querySelectorAll('[data-type=synced-reference]')].map((element) =>
      boxSyncedReference(element, synced),
    )
    const pictures = [...parsed.querySelectorAll('image-component')].map((element) => {
      const box = storedPicture(parsePictureElement(element), open, pictureUrl)
      element.replaceWith(box.dom)
      return box
    })
    const blocks = [...parsed.querySelectorAll('file-component')].map((element) => {
      const file = parseFileElement(element)
      const dom = createFileElement(file)
      element.replaceWith(dom)
      return files.add({ dom, file, position: () => undefined })
    })
    const lines = [...parsed.querySelectorAll<HTMLAnchorElement>('a[href]')].flatMap(
      (link) => boxPage(link, pages) ?? [],
    )
    const signs = [...parsed.querySelectorAll('[data-block-type=callout-component]')].map((callout) =>
      boxCallout(callout, callouts),
    )
    ref.current?.replaceChildren(...parsed.body.childNodes)
    return () => {
      for (const { release } of [...chips, ...pictures, ...formulas, ...code, ...days]) release()
      for (const { remove } of [...signs, ...lines, ...blocks, ...live, ...references]) remove()
    }
  }, [html, open, callouts, pages, files, codes, liveBlocks, synced, pictureUrl])
  useItemChips(ref, html, portals)
  useEffect(() => {
    const { current } = ref
    const to = (path: string) => void navigate(path)
    const go = (event: MouseEvent) => void (openItemChip(event, to) || openPageLink(event, to))
    current?.addEventListener('click', go)
    return () => current?.removeEventListener('click', go)
  }, [navigate])
  return (
    <>
      <div ref={ref} className="document" aria-busy={isBusy || undefined} />
      <ItemChips portals={portals} />
      <CalloutIcons portals={callouts} />
      <ReadOnlyCodeBlocks portals={codes} />
      <PageLinkBlocks portals={pages} />
      <StoredLiveBlocks text={ref} html={html} portals={liveBlocks} />
      <SyncedReferences portals={synced} renderText={isInSyncedBlock ? undefined : renderStoredSyncedText} />
      <ReadOnlyFileBlocks portals={files} onOpen={open} urlOf={pictureUrl} />
      {viewer}
    </>
  )
}

/**
 * Changes stored HTML to the markup of the editor, so that the live document can replace it without visible
 * changes.
 */
function prepare(parsed: Document): void {
  for (const box of parsed.querySelectorAll('input')) {
    box.disabled = true
    box.ariaLabel = t('editor.task', { text: box.closest('li')?.textContent || t('editor.emptyTask') })
  }
  for (const heading of parsed.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    heading.ariaLevel = `${displayedHeadingLevel(Number(heading.tagName.slice(1)))}`
  for (const rule of parsed.querySelectorAll('[data-type=horizontalRule]')) rule.role = 'separator'
  for (const block of parsed.querySelectorAll<HTMLElement>(textBlockSelector)) alignBlock(block)
  for (const toggle of parsed.querySelectorAll('details')) boxToggle(toggle)
  for (const columns of parsed.querySelectorAll('[data-type=columns]')) boxColumns(columns)
  for (const block of parsed.querySelectorAll('[data-type=synced-block]')) boxSyncedBlock(block)
  for (const table of parsed.querySelectorAll('table')) {
    boxed(table, 'table-block', 'table-scroll scroll-quiet')
    const widths = columnWidthsOfElement(table)
    if (widths) applyColumnWidths(table, widths)
    else if (table.rows.length >= longTableMinRows)
      setFixedColumnWidths(
        table,
        sampleRowsForWidths(table.rows).map((row) => [...row.cells].map((cell) => cell.textContent)),
      )
  }
}

/**
 * Shows the keys of work items as chips, as the editor does. Keys of items that the user cannot see stay
 * text.
 */
function useItemChips(
  ref: RefObject<HTMLElement | null>,
  html: string,
  portals: EditorPortals<ChipPortal>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML creates new elements
  useLayoutEffect(() => {
    const chips: (() => void)[] = []
    const show = () => {
      for (const text of ref.current ? textsOf(ref.current) : []) chips.push(...chipsIn(text, portals))
    }
    show()
    const unsubscribe = getMentionedItems().subscribe(show)
    return () => {
      unsubscribe()
      for (const remove of chips) remove()
    }
  }, [ref, html, portals])
}

function textsOf(root: Element): Text[] {
  const texts: Text[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { currentNode } = walker
    if (
      currentNode instanceof Text &&
      !currentNode.parentElement?.closest('.item-key, .item-chip, .mention, pre, code')
    )
      texts.push(currentNode)
  }
  return texts
}

function chipsIn(text: Text, portals: EditorPortals<ChipPortal>): (() => void)[] {
  const items = findItemKeys(text.data).flatMap((found) => {
    const item = getMentionedItems().get(found.key)
    return item ? [{ ...found, id: item.id }] : []
  })
  return items.toReversed().flatMap(({ from, to, id }) => {
    const [state, title] = [createChipPart('state'), createChipPart('title')]
    const name = document.createElement('span')
    name.className = 'item-key'
    text.splitText(to)
    name.append(text.splitText(from))
    text.after(state, name, title)
    return [
      portals.add({ dom: state, id, part: 'state' }).remove,
      portals.add({ dom: title, id, part: 'title' }).remove,
    ]
  })
}

/** Creates the element of a picture in a stored text, with a button that opens the picture in the viewer. */
function storedPicture(
  picture: PictureAttributes,
  open: (id: string) => void,
  urlOf: PictureUrl | undefined,
): PictureElement {
  const box = createPictureElement(picture, urlOf && { urlOf })
  const { id } = picture
  if (id === null) return box
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'picture-open'
  button.ariaLabel = t('editor.picture.openOf', { name: picture.alt ?? t('editor.picture.name') })
  button.addEventListener('click', () => open(id))
  box.frame.append(button)
  return box
}

/** Wraps an element in the container elements that the editor uses. */
function boxed(element: Element, ...classes: string[]): Element {
  const boxes = classes.map((name) => {
    const box = document.createElement('div')
    box.className = name
    return box
  })
  const [outer = element] = boxes
  element.replaceWith(outer)
  for (const [at, box] of boxes.entries()) box.append(boxes[at + 1] ?? element)
  return outer
}

/**
 * Sets the alignment as a style property, which also works under a content security policy without inline
 * styles.
 */
function alignBlock(block: HTMLElement): void {
  block.dir = 'auto'
  const alignment = textAlignmentOfElement(block)
  block.removeAttribute('style')
  if (alignment !== null) block.style.textAlign = alignment
}

function boxToggle(toggle: Element): void {
  const { dom, contentDOM } = createToggleElement()
  if (isChangeInClosedToggle(toggle)) setToggleOpen(dom, true)
  for (const summary of toggle.querySelectorAll(':scope > summary')) {
    const line = createSummaryLine()
    line.append(...summary.childNodes)
    summary.replaceWith(line)
  }
  contentDOM.append(...toggle.childNodes)
  toggle.replaceWith(dom)
}

function boxColumns(columns: Element): void {
  const { dom, contentDOM } = createColumnsElement()
  for (const column of columns.children) {
    const box = createColumnElement(parseColumnWidth(column.getAttribute('data-width')))
    box.contentDOM.append(...column.childNodes)
    contentDOM.append(box.dom)
  }
  columns.replaceWith(dom)
}

function boxSyncedBlock(block: Element): void {
  const { dom, contentDOM } = createSyncedBlockElement()
  contentDOM.append(...block.childNodes)
  block.replaceWith(dom)
}

function boxSyncedReference(element: Element, portals: SyncedReferencePortals): { remove: () => void } {
  const dom = createSyncedReferenceElement()
  element.replaceWith(dom)
  return portals.add({ dom, reference: parseSyncedReferenceElement(element) })
}

/** Shows the stored content of a synced block, without an editor. */
export const renderStoredSyncedText: RenderSyncedText = (source) =>
  source.html === null ? (
    <SyncedNote state="deleted" source={source} />
  ) : (
    <StoredDocument html={source.html} isInSyncedBlock />
  )

function boxCallout(element: Element, portals: CalloutPortals): { remove: () => void } {
  const callout = parseCalloutElement(element)
  const { dom, sign, contentDOM, menu } = createCalloutElement(callout)
  contentDOM.append(...element.childNodes)
  element.replaceWith(dom)
  return portals.add({ sign, menu, callout, position: () => undefined })
}

/**
 * Adds an element for the icon and name of the page before a link to a page, if the text of the link is the
 * address of the page. Returns null for all other links.
 */
function boxPage(link: HTMLAnchorElement, portals: EditorPortals<PageLink>): { remove: () => void } | null {
  const line = parsePageLink(link.getAttribute('href'), link.textContent)
  if (line === null) return null
  const dom = createPageLinkElement()
  link.before(dom)
  link.classList.add('page-line-address')
  return portals.add({ dom, ...line })
}

function storedFormula(element: Element): FormulaElement {
  const isBlock = element.localName === 'div'
  const box = createFormulaElement(element.getAttribute('data-latex') ?? '', isBlock)
  element.replaceWith(box.dom)
  return box
}

/** Wraps a code block and colors its code. If the code describes a diagram, the diagram is rendered too. */
function boxCode(pre: HTMLElement, portals: EditorPortals<StoredCode>): { release: () => void } {
  pre.dir = 'ltr'
  const code = pre.querySelector('code') ?? pre
  const language = /^language-(.+)$/.exec(code.className)?.[1]
  const box = document.createElement('div')
  const handle = document.createElement('div')
  box.className = 'code-block'
  box.toggleAttribute('data-named', codeLanguageName(language) !== null)
  handle.className = 'block-handle'
  pre.replaceWith(box)
  box.append(handle, pre)
  const controls = portals.add({ dom: handle, language, code: () => code.textContent })
  const colors = createCodeHighlighter(code)
  colors.show(parseCodeLanguage(language))
  const diagram = parseCodeLanguage(language) === diagramLanguage ? createDiagramElement(box) : null
  diagram?.show(code.textContent)
  return {
    release() {
      controls.remove()
      colors.release()
      diagram?.release()
    },
  }
}
