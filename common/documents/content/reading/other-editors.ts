import { calloutKind } from '../callout-kinds.ts'

/** Panels of other editors, by the kind of callout that is most like each. */
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
 * Blocks as other editors of the ProseMirror family write them into the clipboard: to-dos, panels, expands and pictures of Atlassian, notices and
 * to-dos of Outline, to-dos of Tiptap and Quill. They become what `tidyPasted` reads.
 */
export function tidyOtherEditors(root: Element): void {
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
  const said = panel.getAttribute('data-panel-type') ?? ''
  const name = [said, ...panel.classList].find((each) => Object.hasOwn(panels, each))
  const kind = calloutKind(panels[name ?? 'note'] ?? 'note')
  // Outline draws an icon beside the words.
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

/** Atlassian copies the id of a picture alone. As a picture without an address it is counted as one that is lost. */
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
