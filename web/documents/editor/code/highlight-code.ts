import { loadHighlighter } from './grammars.ts'
import { type CodeToken, type TokenKind, tokenKinds, tokensOfHtml } from './tokenize-code.ts'
import { watchVisibility } from './watch-visibility.ts'

export interface CodeHighlighter {
  /** Colors the code as code of this language. Null removes the colors. */
  show: (language: string | null) => void
  /** Must be called when the code is no longer shown. */
  release: () => void
}

/** Maximum number of characters of code with colors. Longer code would delay typing. */
export const maxHighlightedLength = 20_000
/** Code up to this length is colored again before the next frame. Longer code waits for a pause in typing. */
const maxImmediateLength = 4_000
const pauseMs = 200

/**
 * Colors the code in an element while the element is near the visible area. The colors are ranges of the CSS
 * Custom Highlight API, so they do not change the elements of the text, and the editor does not see them.
 * A browser without this API shows code without colors.
 */
export function createCodeHighlighter(code: HTMLElement): CodeHighlighter {
  let language: string | null = null
  let isVisible = false
  let ranges: ColoredRange[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let run = 0

  function clear(): void {
    for (const { range, kind } of ranges) highlightOf(kind)?.delete(range)
    ranges = []
  }

  async function color(): Promise<void> {
    clearTimeout(timer)
    const current = ++run
    const text = textNodesOf(code)
    const written = text.map(({ data }) => data).join('')
    if (!isVisible || language === null || written.length > maxHighlightedLength) return clear()
    const loaded = loadedHighlighters.get(language) ?? (await loadOnce(language))
    // The code or the language may have changed during the loading.
    if (current !== run) return
    clear()
    if (!loaded) return
    ranges = rangesOf(text, tokensOfHtml(loaded.highlight(written, { language, ignoreIllegals: true }).value))
    for (const { range, kind } of ranges) highlightOf(kind)?.add(range)
  }

  const changes = new MutationObserver(() => {
    if (!isVisible || language === null) return
    if (code.textContent.length <= maxImmediateLength) return void color()
    clearTimeout(timer)
    timer = setTimeout(color, pauseMs)
  })
  const unwatch = hasHighlights()
    ? watchVisibility(code, (is) => {
        isVisible = is
        void color()
      })
    : () => {}
  if (hasHighlights()) changes.observe(code, { childList: true, characterData: true, subtree: true })

  return {
    show(next) {
      if (next === language) return
      language = next
      void color()
    },
    release() {
      clearTimeout(timer)
      run++
      changes.disconnect()
      unwatch()
      clear()
    },
  }
}

type Highlighter = Awaited<ReturnType<typeof loadHighlighter>>

const loadedHighlighters = new Map<string, Highlighter>()

/** Loads a grammar. After a failure, the code stays without colors until its next change. */
async function loadOnce(language: string): Promise<Highlighter> {
  try {
    const loaded = await loadHighlighter(language)
    loadedHighlighters.set(language, loaded)
    return loaded
  } catch {
    return null
  }
}

interface ColoredRange {
  range: StaticRange
  kind: TokenKind
}

/**
 * Returns the text nodes of the code. Widgets of the editor, such as the name at another user's caret, are
 * left out.
 */
function textNodesOf(code: HTMLElement): Text[] {
  const texts: Text[] = []
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element && node.matches('.ProseMirror-widget')
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  )
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  return texts
}

/** Returns the ranges of the tokens. A token that spans several text nodes becomes several ranges. */
function rangesOf(texts: readonly Text[], tokens: readonly CodeToken[]): ColoredRange[] {
  const ranges: ColoredRange[] = []
  let start = 0
  let at = 0
  for (const text of texts) {
    const end = start + text.length
    for (let token = tokens[at]; token && token.from < end; token = tokens[at]) {
      const startOffset = Math.max(token.from, start) - start
      const endOffset = Math.min(token.to, end) - start
      const range = new StaticRange({ startContainer: text, startOffset, endContainer: text, endOffset })
      ranges.push({ range, kind: token.kind })
      if (token.to > end) break
      at++
    }
    start = end
  }
  return ranges
}

function hasHighlights(): boolean {
  return typeof Highlight !== 'undefined' && 'highlights' in CSS
}

/**
 * Returns the registered CSS highlight of a kind. `document.css` sets its color with
 * `::highlight(code-{kind})`.
 */
function highlightOf(kind: TokenKind): Highlight | undefined {
  if (highlights === null) {
    highlights = new Map(tokenKinds.map((each) => [each, new Highlight()]))
    for (const [each, highlight] of highlights) CSS.highlights.set(`code-${each}`, highlight)
  }
  return highlights.get(kind)
}

let highlights: Map<TokenKind, Highlight> | null = null
