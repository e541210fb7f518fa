/** Converts the lines of a code block to plain text. Some programs write each line as an element. */
export function normalizeCodeBlock(pre: Element): void {
  for (const end of pre.querySelectorAll('br')) end.replaceWith('\n')
  for (const line of pre.querySelectorAll('div, p, li, tr')) if (line.nextSibling) line.append('\n')
  const written = languageOf(pre)
  const code = pre.ownerDocument.createElement('code')
  if (written) code.setAttribute('class', `language-${written}`)
  code.textContent = pre.textContent?.replace(/\n$/, '') ?? ''
  pre.replaceChildren(code)
}

function languageOf(pre: Element): string | undefined {
  const lang = pre.hasAttribute('lang') ? `lang-${pre.getAttribute('lang')}` : ''
  const classNames = `${pre.className} ${pre.querySelector('code')?.className ?? ''} ${lang}`
  const written = /(?:^|\s)(?:lang|language)-([\w+#.-]+)/.exec(classNames)?.[1]
  if (written !== undefined) return written
  // GitHub and GitLab write the language of a code block into the class of an element around it.
  const box = pre.closest('.highlight')?.className ?? ''
  const ofForge = /(?:^|\s)highlight-(?:source|text)-([\w+#.-]+)/.exec(box)?.[1]
  return ofForge === 'html-basic' ? 'html' : ofForge
}

// Matches the private-use characters that Google Docs puts around code blocks.
const marks = /[\uec02\uec03]/g
const isMono =
  /font-family\s*:[^;]*(?:mono|courier|consolas|menlo|monaco|inconsolata|source code|fira code|cascadia)/i

/**
 * Converts consecutive paragraphs in a monospaced font to a code block, because the clipboard of Google Docs contains
 * no code elements. A single paragraph is converted only if it contains the private-use characters that Google Docs
 * puts around code blocks.
 */
export function convertMonospacedParagraphs(root: Element): void {
  for (const paragraph of root.querySelectorAll('p')) {
    if (!isInCode(paragraph)) continue
    const lines: Element[] = [paragraph]
    for (let next = lineAfter(paragraph); next !== null; next = lineAfter(next)) lines.push(next)
    const isMarked = lines.some((line) => (line.textContent ?? '').search(marks) >= 0)
    if (lines.filter(({ localName }) => localName === 'p').length > 1 || isMarked) makeCode(lines)
  }
}

function isInCode(paragraph: Element): boolean {
  if (paragraph.closest('li, pre') !== null || paragraph.querySelector('a, img') !== null) return false
  if (!paragraph.parentNode || !paragraph.textContent?.trim()) return false
  const spans = [...paragraph.childNodes].filter((node) => node.textContent?.trim())
  return spans.every(
    (node) => node.nodeType === 1 && isMono.test((node as Element).getAttribute('style') ?? ''),
  )
}

/**
 * Returns the next line of code. An empty line between two code paragraphs belongs to the code. Returns null
 * after the last line.
 */
function lineAfter(line: Element): Element | null {
  const next = line.nextElementSibling
  if (next?.localName === 'p') return isInCode(next) ? next : null
  const after = next?.localName === 'br' ? next.nextElementSibling : null
  return next && after?.localName === 'p' && isInCode(after) ? next : null
}

function makeCode(lines: readonly Element[]): void {
  const [first, ...others] = lines
  const pre = first?.ownerDocument.createElement('pre')
  if (!first || !pre) return
  for (const end of lines.flatMap((line) => [...line.querySelectorAll('br')])) end.replaceWith('\n')
  pre.textContent = lines
    .map((line) => (line.textContent ?? '').replace(marks, '').replaceAll('\u00a0', ' '))
    .join('\n')
  first.replaceWith(pre)
  for (const line of others) line.remove()
}
