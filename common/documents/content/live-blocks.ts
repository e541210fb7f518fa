import { isId } from '../../platform/ids.ts'

/**
 * Kinds of live blocks: the headings of the text, the sub-pages of the page, and the work items of a saved
 * view.
 */
const liveBlockKinds = ['contents', 'pages', 'items'] as const

export type LiveBlock =
  | { kind: 'contents' | 'pages' }
  /** A saved view of a project. */
  | { kind: 'items'; project: string; view: string }

export type LiveBlockKind = LiveBlock['kind']

/** Returns a valid live block, or null, because any client can write arbitrary values. */
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
