import { normalizeNestedLists, splitListsByValue } from '../list-items.ts'

/** A list item that another program wrote in its own format. */
interface Point {
  /** The element that contains the item in the pasted HTML. The new list replaces the element of its first item. */
  element: Element
  level: number
  /** Id that Word assigns to each list and repeats on the items. Null in lists of other programs. */
  listId: string | null
  isOrdered: boolean
  /** The numbering style of the list: letters or Roman numerals. Null for digits. */
  type: 'a' | 'A' | 'i' | 'I' | null
  start: number | null
  content: ChildNode[]
}

/**
 * Converts lists of other programs: paragraphs of Word with a rendered bullet, the single-item lists of Word
 * Online and Slack, and lists of Google Docs that are direct children of lists.
 */
export function normalizeImportedLists(root: Element): void {
  for (const heading of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) keepNumber(heading)
  const points = [...root.querySelectorAll('p, div')].flatMap((element) => pointOfWord(element) ?? [])
  for (const run of runsOf(points)) replaceByLists(run)
  const wrapped = [...root.querySelectorAll('li')].flatMap(
    (element) => pointOfWordOnline(element) ?? pointOfSlack(element) ?? [],
  )
  for (const run of runsOf(wrapped)) replaceByLists(run)
  for (const list of root.querySelectorAll('ul, ol')) normalizeNestedLists(list)
  splitListsByValue(root)
}

function pointOfWord(element: Element): Point | null {
  const found = /mso-list:\s*\w+\s+level(\d)(?:\s+lfo(\d+))?/i.exec(element.getAttribute('style') ?? '')
  const level = found?.[1]
  if (level === undefined) return null
  const mark = takeMark(element)
  const number = /^\(?((?:\d+\.)*[\p{L}\d]{1,6})[.)]$/u.exec(mark)?.[1]?.split('.').at(-1)
  return {
    element,
    level: Number(level),
    listId: found?.[2] ?? null,
    isOrdered: number !== undefined,
    ...numbering(number ?? ''),
    content: [...element.childNodes],
  }
}

/** Removes the number or bullet that Word renders before a paragraph, and returns it. */
function takeMark(element: Element): string {
  const drawn = [...element.querySelectorAll('[style]')].find((each) =>
    /mso-list:\s*ignore/i.test(each.getAttribute('style') ?? ''),
  )
  drawn?.remove()
  return (drawn?.textContent ?? '').replace(/\s/g, '')
}

/** Inserts Word's number of a heading as text, because a heading does not become a list item. */
function keepNumber(heading: Element): void {
  const mark = takeMark(heading)
  if (/[\p{L}\d]/u.test(mark)) heading.prepend(`${mark} `)
}

const roman: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/**
 * Returns the numbering style and the start of a list from its first number. `i` and sequences of Roman
 * digits count as Roman, other letters as letters.
 */
function numbering(number: string): Pick<Point, 'type' | 'start'> {
  const small = number.toLowerCase()
  const isLarge = small !== number
  if (/^\d+$/.test(number)) return { type: null, start: number === '1' ? null : Number(number) }
  if (small === 'i' || /^[ivxlc]{2,}$/.test(small)) {
    const values = [...small].map((letter) => roman[letter] ?? 0)
    const start = values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0)
    return { type: isLarge ? 'I' : 'i', start: start === 1 ? null : start }
  }
  if (!/^[a-z]$/.test(small)) return { type: null, start: null }
  const start = small.charCodeAt(0) - 96
  return { type: isLarge ? 'A' : 'a', start: start === 1 ? null : start }
}

/**
 * Converts an element that Slack copied to a list item. Returns null for other elements. Slack writes a separate
 * list for each change of level, one after the other.
 */
function pointOfSlack(element: Element): Point | null {
  const level = element.getAttribute('data-stringify-indent')
  const list = element.parentElement
  if (level === null || list === null || !list.hasAttribute('data-stringify-type')) return null
  const isOrdered = list.localName === 'ol'
  const content = [...element.childNodes]
  return {
    element: list,
    level: Number(level) + 1,
    listId: null,
    isOrdered,
    type: null,
    start: null,
    content,
  }
}

function pointOfWordOnline(element: Element): Point | null {
  const level = element.getAttribute('data-aria-level')
  const list = element.parentElement
  const wrapper = list?.parentElement
  if (level === null || list === null || !wrapper?.classList.contains('ListContainerWrapper')) return null
  return {
    element: wrapper,
    level: Number(level) || 1,
    listId: null,
    isOrdered: list.localName === 'ol',
    type: null,
    start: null,
    content: [...element.childNodes],
  }
}

/**
 * Groups consecutive list items. Paragraphs between two items that continue the first item, as Word writes
 * them, become part of the first item.
 */
function runsOf(points: Point[]): Point[][] {
  const runs: Point[][] = []
  for (const point of points) {
    const last = runs.at(-1)?.at(-1)
    const between = last && last.element !== point.element ? betweenThem(last, point) : []
    if (last === undefined || between === null) runs.push([point])
    else {
      last.content.push(...between)
      runs.at(-1)?.push(point)
    }
  }
  return runs
}

/**
 * Returns the paragraphs between two items that continue the first item. Returns null if the content between the items
 * includes anything else.
 */
function betweenThem(last: Point, { element }: Point): Element[] | null {
  const between: Element[] = []
  for (let at = last.element.nextElementSibling; at !== element; at = at.nextElementSibling) {
    if (at === null || !/MsoListParagraph/.test(at.className)) return null
    between.push(at)
  }
  return between
}

interface OpenList extends Pick<Point, 'level' | 'listId' | 'isOrdered'> {
  list: Element
}

function replaceByLists(run: Point[]): void {
  const first = run[0]?.element
  if (first === undefined) return
  const open: OpenList[] = []
  for (const point of run) {
    const list = listFor(point, open)
    if (open.length === 1 && !list.hasChildNodes()) first.before(list)
    const item = list.ownerDocument.createElement('li')
    item.append(...point.content)
    list.append(item)
  }
  for (const { element } of run) element.remove()
}

/**
 * Returns the list to which an item belongs, or creates a new list below the last item. Lists that have ended
 * are removed from `open`.
 */
function listFor({ element, level, listId, isOrdered, type, start }: Point, open: OpenList[]): Element {
  const isOver = (each: OpenList) =>
    each.level > level || (each.level === level && (each.isOrdered !== isOrdered || each.listId !== listId))
  while (open.some(isOver)) open.pop()
  const above = open.at(-1)
  if (above?.level === level) return above.list
  const list = element.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
  if (start !== null) list.setAttribute('start', String(start))
  if (type !== null) list.setAttribute('type', type)
  above?.list.lastElementChild?.append(list)
  open.push({ list, level, listId, isOrdered })
  return list
}

/** Converts list items to tasks if they begin with a checkbox in the format of any supported program. */
export function normalizeTasks(root: Element): void {
  for (const list of root.querySelectorAll('ul, ol')) {
    const points = [...list.children].filter(({ localName }) => localName === 'li')
    const ticks = new Map(points.map((point) => [point, takeBox(point)]))
    if ([...ticks.values()].every((isDone) => isDone === null)) continue
    for (const [at, point] of points.entries()) {
      const before = points[at - 1]
      const isNew = before === undefined || isTask(ticks, before) !== isTask(ticks, point)
      const part = isNew ? startPart(list, isTask(ticks, point)) : before.parentElement
      part?.append(asTask(point, ticks.get(point) ?? null))
    }
    list.remove()
  }
}

function isTask(ticks: Map<Element, boolean | null>, point: Element): boolean {
  return typeof ticks.get(point) === 'boolean'
}

function startPart(list: Element, isOfTasks: boolean): Element {
  const part = list.ownerDocument.createElement(isOfTasks ? 'ul' : list.localName)
  if (isOfTasks) part.setAttribute('data-type', 'taskList')
  list.before(part)
  return part
}

function asTask(point: Element, isDone: boolean | null): Element {
  if (isDone === null) return point
  point.setAttribute('data-type', 'taskItem')
  point.setAttribute('data-checked', String(isDone))
  if (point.querySelector('label') === null) {
    // Put the content into one `div`, because the schema reads the first `div` of a task as its whole
    // content.
    const box = point.ownerDocument.createElement('div')
    box.append(...point.childNodes)
    point.append(box)
  }
  return point
}

/** Removes the checkbox of an item. Returns whether the checkbox was checked, or null if the item has no checkbox. */
function takeBox(point: Element): boolean | null {
  const isTicked = point.getAttribute('data-checked')
  if (point.getAttribute('data-type') === 'taskItem') return isTicked === 'true'
  if (point.getAttribute('role') === 'checkbox') {
    const icon = point.querySelector('img')
    if (icon && !icon.getAttribute('src')?.startsWith('http')) icon.remove()
    return point.getAttribute('aria-checked') === 'true'
  }
  const box = [...point.querySelectorAll('input[type=checkbox], .checkbox')].find(
    (each) => each.closest('li') === point,
  )
  if (isTicked !== null) {
    box?.remove()
    return isTicked !== 'false'
  }
  if (box) {
    box.remove()
    return box.hasAttribute('checked') || box.classList.contains('checkbox-on')
  }
  const text = firstText(point)
  const written = /^\s*\[([ xX]?)\](?:\s+|$)/.exec(text?.textContent ?? '')
  if (!text || !written) return null
  text.textContent = (text.textContent ?? '').slice(written[0].length)
  return written[1]?.toLowerCase() === 'x'
}

function firstText(node: ChildNode): ChildNode | null {
  for (const child of node.childNodes) {
    if (child.nodeType === 3 && child.textContent?.trim()) return child
    // Skip nested lists, because a checkbox in a nested list does not belong to this item.
    const found = child.nodeType === 1 && !/^[uo]l$/i.test(child.nodeName) ? firstText(child) : null
    if (found) return found
  }
  return null
}
