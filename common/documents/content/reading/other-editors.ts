import { calloutKind } from '../callout-kinds.ts'

/** Maps the panels of other editors to the most similar callout kinds. */
const panels: Record<string, string> = {
  info: 'info',
  note: 'note',
  custom: 'note',
  tip: 'tip',
  success: 'tip',
  warning: 'warning',
  error: 'caution',
}

/**
 * Converts clipboard blocks of other ProseMirror editors and Quill to structures that `normalizePastedHtml`
 * handles: tasks, panels, expandable sections and pictures of Atlassian, notices and tasks of Outline, and
 * tasks of Tiptap and Quill.
 */
export function normalizeOtherEditorBlocks(root: Element): void {
  for (const list of root.querySelectorAll('[data-node-type="actionList"]')) rename(list, 'ul')
  for (const item of root.querySelectorAll('[data-task-state]')) {
    const point = item.localName === 'li' ? item : rename(item, 'li')
    point.setAttribute('data-checked', String(item.getAttribute('data-task-state') === 'DONE'))
  }
  for (const item of root.querySelectorAll('li[data-type="checkbox_item"], li[data-list$="checked"]')) {
    const isDone = item.classList.contains('checked') || item.getAttribute('data-list') === 'checked'
    item.setAttribute('data-checked', String(isDone))
  }
  for (const panel of root.querySelectorAll('[data-panel-type], .notice-block')) becomeCallout(panel)
  for (const expand of root.querySelectorAll('[data-node-type="expand"], [data-node-type="nestedExpand"]'))
    becomeToggle(expand)
  for (const media of root.querySelectorAll('[data-node-type="media"]')) becomePicture(media)
}

function becomeCallout(panel: Element): void {
  const panelType = panel.getAttribute('data-panel-type') ?? ''
  const name = [panelType, ...panel.classList].find((each) => Object.hasOwn(panels, each))
  const kind = calloutKind(panels[name ?? 'note'] ?? 'note')
  // Remove the icon that Outline renders beside the words.
  panel.querySelector(':scope > .icon')?.remove()
  const callout = rename(panel, 'div')
  callout.setAttribute('data-block-type', 'callout-component')
  if (kind === null) return
  callout.setAttribute('data-emoji-unicode', kind.emoji)
  callout.setAttribute('data-background', kind.background)
}

function becomeToggle(expand: Element): void {
  const title = expand.getAttribute('data-title') ?? expand.getAttribute('title') ?? ''
  const toggle = rename(expand, 'details')
  const line = toggle.ownerDocument.createElement('summary')
  line.textContent = title
  toggle.prepend(line)
}

/**
 * Converts a picture of Atlassian, which copies only an internal id. It becomes an `img` without an address,
 * which `normalizePastedHtml` counts as lost.
 */
function becomePicture(media: Element): void {
  if (media.querySelector('img') !== null || media.localName === 'img') return
  const picture = media.ownerDocument.createElement('img')
  picture.setAttribute('alt', media.getAttribute('data-alt') ?? media.getAttribute('alt') ?? '')
  media.replaceWith(picture)
}

function rename(element: Element, name: string): Element {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}
