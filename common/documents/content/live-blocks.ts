import { isId } from '../../platform/ids.ts'

/**
 * Kinds of live blocks: the headings of the text, the sub-pages of the page, and the work items of a saved
 * view.
 */
const liveBlockKinds = ['contents', 'pages', 'items'] as const

export type LiveBlock =
  | { kind: 'contents' | 'pages' }
  /** The ids of a project and of one of its saved views. */
  | { kind: 'items'; project: string; view: string }

export type LiveBlockKind = LiveBlock['kind']

/**
 * Validates the attributes of a live block, because clients can write arbitrary values into a document. Returns null if
 * they are invalid.
 */
export function validLiveBlock({ kind, project, view }: Record<string, unknown>): LiveBlock | null {
  const known = liveBlockKinds.find((each) => each === kind)
  if (known === undefined) return null
  if (known !== 'items') return { kind: known }
  const isValid = typeof project === 'string' && typeof view === 'string' && isId(project) && isId(view)
  return isValid ? { kind: known, project, view } : null
}

export function parseLiveBlockElement(element: Element): LiveBlock | null {
  return validLiveBlock({
    kind: element.getAttribute('data-kind'),
    project: element.getAttribute('data-project'),
    view: element.getAttribute('data-view'),
  })
}

/** Returns the attributes of the HTML element of a live block. */
export function liveBlockHtmlAttributes(block: LiveBlock | null): Record<string, string> {
  if (block === null) return { 'data-type': 'live-block' }
  const attributes: Record<string, string> = { 'data-type': 'live-block', 'data-kind': block.kind }
  if (block.kind !== 'items') return attributes
  return { ...attributes, 'data-project': block.project, 'data-view': block.view }
}
