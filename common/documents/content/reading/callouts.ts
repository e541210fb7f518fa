import { calloutKind, calloutMarkerPattern } from '../callout-kinds.ts'

/**
 * Converts callouts of other programs: quotes that begin with `[!NOTE]`, alerts of GitHub and GitLab, and `aside`
 * elements, which Notion uses for callouts.
 */
export function normalizeCallouts(root: Element): void {
  for (const quote of root.querySelectorAll('blockquote')) {
    const first = quote.firstElementChild
    const kind = takeSign(first)
    if (kind === null) continue
    if (first?.textContent?.trim() === '' && first.querySelector(':not(br)') === null) first.remove()
    replaceByCallout(quote, kind)
  }
  for (const alert of root.querySelectorAll('.markdown-alert')) {
    const name = /markdown-alert-(\w+)/.exec(alert.className.replace('markdown-alert ', ''))?.[1]
    const kind = calloutKind(name ?? '')
    if (kind === null) continue
    alert.querySelector('.markdown-alert-title')?.remove()
    replaceByCallout(alert, kind)
  }
  for (const aside of root.querySelectorAll('aside')) replaceByCallout(aside, { emoji: takeEmoji(aside) })
}

/**
 * Removes the alert marker, such as `[!NOTE]`, from the beginning of a quote. Returns the kind of the alert,
 * or null if there is no marker.
 */
function takeSign(first: Element | null): ReturnType<typeof calloutKind> {
  const text = first?.firstChild
  const found = text?.nodeType === 3 ? calloutMarkerPattern.exec(text.textContent ?? '') : null
  if (!text || !found) return null
  text.textContent = (text.textContent ?? '').slice(found[0].length).replace(/^\s+/, '')
  const next = text.nextSibling
  if (text.textContent === '' && next?.nodeName.toLowerCase() === 'br') next.remove()
  return calloutKind(found[1] ?? '')
}

/**
 * Removes the emoji at the beginning of an `aside` element and returns its code points. Icons of Notion are
 * removed without a replacement. Returns null if there is no emoji.
 */
function takeEmoji(aside: Element): string | null {
  const begin = [...aside.childNodes].find((node) => node.nodeType === 1 || node.textContent?.trim())
  if (begin?.nodeType === 1 && isIcon(begin as Element)) begin.remove()
  const first = begin?.nodeType === 3 ? aside : (aside.querySelector('p') ?? aside)
  const text = begin?.nodeType === 3 ? begin : first.firstChild
  const found =
    text?.nodeType === 3
      ? /^\s*(\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f]*)\s*/u.exec(text.textContent ?? '')
      : null
  if (!text || !found?.[1]) return null
  text.textContent = (text.textContent ?? '').slice(found[0].length)
  if (first !== aside && first.textContent?.trim() === '') first.remove()
  return [...found[1]].map((each) => each.codePointAt(0)).join('-')
}

function isIcon(element: Element): boolean {
  const source = element.localName === 'img' ? (element.getAttribute('src') ?? '') : ''
  return /^https:\/\/(www\.)?notion\.(so|com|site)\/icons\//.test(source)
}

function replaceByCallout(
  element: Element,
  { emoji, background }: { emoji: string | null; background?: string },
): void {
  const callout = element.ownerDocument.createElement('div')
  callout.setAttribute('data-block-type', 'callout-component')
  if (emoji !== null) callout.setAttribute('data-emoji-unicode', emoji)
  if (background !== undefined) callout.setAttribute('data-background', background)
  callout.append(...element.childNodes)
  element.replaceWith(callout)
}
