/*
 * HTML lists can have structures that the schema does not allow: items that begin with a block, and lists
 * that are direct children of a list or the only content of an item. Google Docs, Lexical and others write
 * nested levels in this way. The parse rules of the schema's lists call the functions below, so that pasted,
 * imported and received lists are all repaired. The functions work with any DOM implementation.
 */

/**
 * Moves each nested list into the item before it, and removes list levels that have no text of their own. Changes
 * the list itself, or a copy if the list is part of the editor on the screen. Returns the changed list.
 */
export function normalizeNestedLists(list: Element): Element {
  const children = [...list.children]
  if (!children.some((child) => isList(child) || listsIn(child) !== null)) return list
  const own = editable(list)
  const leading: Element[] = []
  for (const child of [...own.children]) {
    const lists = isList(child) ? [child] : listsIn(child)
    if (lists === null) continue
    const before = pointBefore(child)
    if (before === null) leading.push(...lists)
    else putBelow(before, lists)
    if (isList(child) && before === null) wrap(child)
    else if (before !== null && !isList(child)) child.remove()
  }
  if (leading.every((each) => isOfKind(each, own))) takeOver(own, leading)
  return own
}

/**
 * Adds an empty paragraph to an item that begins with another kind of block. The schema requires this
 * paragraph; without it, the block would end the list.
 */
export function ensureLeadingParagraph(point: Element): Element {
  if (beginsWithText(point) !== false) return point
  const own = editable(point)
  own.prepend(own.ownerDocument.createElement('p'))
  return own
}

/** Returns the element of a task that contains its blocks, without the checkbox. */
export function taskContentElement(task: Element): Element {
  const box = [...task.children].find(
    (child) => child.localName === 'div' && !child.hasAttribute('data-type') && !isCallout(child),
  )
  return ensureLeadingParagraph(box ?? task)
}

/** Splits a numbered list at each item whose `value` differs from the number that the item would get. */
export function splitListsByValue(root: Element): void {
  for (const list of root.querySelectorAll('ol:has(> li[value])')) {
    normalizeNestedLists(list)
    splitList(list)
  }
}

function splitList(list: Element): void {
  const points = [...list.children].filter(({ localName }) => localName === 'li')
  let part = list
  let next = Number(list.getAttribute('start') ?? 1)
  for (const [at, point] of points.entries()) {
    const value = Number(point.getAttribute('value') ?? next)
    const isOther = Number.isInteger(value) && value > 0 && value < 1_000_000 && value !== next
    if (isOther && at > 0) {
      const other = list.cloneNode(false) as Element
      part.after(other)
      part = other
    }
    if (isOther) {
      part.setAttribute('start', String(value))
      next = value
    }
    if (part !== list) part.append(point)
    next++
  }
}

/**
 * Returns the element, or a copy if it is part of the editor on the screen, because parsing must not change
 * the editor.
 */
function editable(element: Element): Element {
  const isOnScreen = 'isContentEditable' in element && element.isContentEditable === true
  return isOnScreen ? (element.cloneNode(true) as Element) : element
}

function isList({ localName }: Element): boolean {
  return localName === 'ul' || localName === 'ol'
}

/** Returns the child lists of an item that contains only lists, or null for every other item. */
function listsIn(point: Element): Element[] | null {
  if (point.localName !== 'li') return null
  const lists = [...point.children].filter(isList)
  const isAll = lists.length > 0 && lists.length === point.children.length
  const hasText = () => [...point.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
  return isAll && !hasText() ? lists : null
}

function pointBefore(child: Element): Element | null {
  let at = child.previousElementSibling
  while (at !== null && at.localName !== 'li') at = at.previousElementSibling
  return at !== null && listsIn(at) === null ? at : null
}

function isOfKind(list: Element, other: Element): boolean {
  const type = 'data-type'
  return list.localName === other.localName && list.getAttribute(type) === other.getAttribute(type)
}

function putBelow(point: Element, lists: readonly Element[]): void {
  const box = point.getAttribute('data-type') === 'taskItem' ? point.lastElementChild : null
  const content = box?.localName === 'div' ? box : point
  for (const list of lists) {
    const last = content.lastChild
    const isNext = last?.nodeType === 1 && isList(last as Element) && isOfKind(last as Element, list)
    if (isNext) (last as Element).append(...list.childNodes)
    else content.append(list)
  }
}

function wrap(list: Element): void {
  const point = list.ownerDocument.createElement('li')
  list.replaceWith(point)
  point.append(list)
}

/**
 * Moves the items of the inner lists to the beginning of the outer list. The outer list gets the numbering of the
 * first inner list.
 */
function takeOver(list: Element, inner: readonly Element[]): void {
  const [first] = inner
  if (first === undefined) return
  const wrappers = new Set(inner.map((each) => each.parentElement))
  const points = inner.flatMap((each) => [...normalizeNestedLists(each).childNodes])
  for (const name of ['start', 'type']) {
    const value = first.getAttribute(name)
    if (value === null) list.removeAttribute(name)
    else list.setAttribute(name, value)
  }
  list.prepend(...points)
  for (const wrapper of wrappers) wrapper?.remove()
}

const blocks = /^(?:h[1-6]|ul|ol|pre|blockquote|table|hr|details|dl|(?:image|file)-component)$/
const inLine = /^(?:p|br|img|time|mention-component)$/
const besideText = /^(?:label|input)$/

/** Returns whether the element begins with text. Returns null for an empty element. */
function beginsWithText(element: Element): boolean | null {
  for (const node of element.childNodes) {
    if (node.nodeType === 3 && node.textContent?.trim()) return true
    if (node.nodeType !== 1 || besideText.test((node as Element).localName)) continue
    const child = node as Element
    if (blocks.test(child.localName) || isBlock(child)) return false
    if (inLine.test(child.localName)) return true
    const within = beginsWithText(child)
    if (within !== null) return within
  }
  return null
}

function isBlock(element: Element): boolean {
  return isCallout(element) || (element.localName === 'div' && element.hasAttribute('data-type'))
}

function isCallout(element: Element): boolean {
  return element.hasAttribute('data-block-type')
}
