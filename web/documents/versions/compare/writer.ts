import { countWordTokens, type TextToken } from './tokens.ts'

/** The kind of a marked change. */
export type MarkedChangeKind = 'added' | 'removed' | 'restyled'

/** The texts for screen readers before each marked change. */
export type ChangeLabels = Record<MarkedChangeKind | 'movedHere' | 'movedAway', string>

interface Marked {
  kind: MarkedChangeKind
  element: HTMLElement
  text: string
  words: number
}

export interface ComparisonWriter {
  /** Returns the tokens as nodes with their formatting, such as bold, but without marks of changes. */
  plain(tokens: readonly TextToken[]): Node[]
  /** Returns the tokens as a marked change, or nothing for an empty list. */
  marked(kind: MarkedChangeKind, tokens: readonly TextToken[]): Node[]
  /** Marks a block whose words are unchanged but whose type or attributes have changed. */
  restyled(block: Element): Element
  /** Wraps a non-text element in a marked box, because its renderer replaces the element itself. */
  around(kind: MarkedChangeKind, element: Element): Element
  /** Detects moved text among the removed and added text. Must be called once at the end. */
  settle(): WordCounts
}

/** The number of changed words of each kind. */
export interface WordCounts {
  added: number
  removed: number
  moved: number
  /**
   * The number of places where only the formatting has changed, such as bold, a heading or a completed task.
   */
  restyled: number
  /** True if nothing is marked, not even an element without words, such as a picture. */
  isSame: boolean
}

/** The minimum number of words of a removed text that can count as moved. One or two words often recur by chance. */
const leastMoved = 3

export function createComparisonWriter(document: Document, labels: ChangeLabels): ComparisonWriter {
  const all: Marked[] = []
  let isSame = true

  function plain(tokens: readonly TextToken[]): Node[] {
    const nodes: Node[] = []
    /** The currently open mark elements and the source elements that they were cloned from. */
    let open: { mark: Element; clone: Element }[] = []
    for (const { marks, text, element } of tokens) {
      const stays = open.findIndex(({ mark }, at) => mark !== marks[at])
      open = stays < 0 ? open.slice(0, marks.length) : open.slice(0, stays)
      for (const mark of marks.slice(open.length)) {
        const clone = mark.cloneNode(false) as Element
        add(clone)
        open.push({ mark, clone })
      }
      add(element ? element.cloneNode(true) : document.createTextNode(text))
    }
    return nodes

    function add(node: Node): void {
      const within = open.at(-1)
      if (within) within.clone.append(node)
      else nodes.push(node)
    }
  }

  function marked(kind: MarkedChangeKind, tokens: readonly TextToken[]): Node[] {
    if (tokens.length === 0) return []
    const element = document.createElement(tagOf[kind])
    element.append(...plain(tokens))
    const text = tokens.map((token) => token.text).join('')
    all.push({ kind, element, text: text.trim(), words: countWordTokens(tokens) })
    addLabel(element, kind)
    return [element]
  }

  function addLabel(element: HTMLElement, kind: keyof ChangeLabels): void {
    element.dataset['change'] = kind
    const words = document.createElement('span')
    words.className = 'change-label'
    // `dir="auto"` prevents the label from affecting the text direction of the block.
    words.dir = 'auto'
    words.textContent = `${labels[kind]} `
    element.querySelector('.change-label')?.remove()
    element.prepend(words)
  }

  return {
    plain,
    marked,
    restyled(block) {
      block.setAttribute('data-change-block', 'restyled')
      all.push({ kind: 'restyled', element: block as HTMLElement, text: '', words: 0 })
      return block
    },
    around(kind, element) {
      const box = document.createElement('div')
      box.setAttribute('data-change-block', kind)
      isSame = false
      box.append(element)
      return box
    },
    settle() {
      const gone = Map.groupBy(
        all.filter(({ kind, words }) => kind === 'removed' && words >= leastMoved),
        ({ text }) => text,
      )
      const moved = new Set<Marked>()
      for (const one of all) {
        const from = one.kind === 'added' ? gone.get(one.text)?.shift() : undefined
        if (!from) continue
        moved.add(one).add(from)
        addLabel(one.element, 'movedHere')
        addLabel(from.element, 'movedAway')
      }
      const sum = (wanted: MarkedChangeKind) =>
        all.reduce((total, one) => total + (one.kind === wanted && !moved.has(one) ? one.words : 0), 0)
      return {
        isSame: isSame && all.length === 0,
        added: sum('added'),
        removed: sum('removed'),
        moved: [...moved].reduce((total, { kind, words }) => total + (kind === 'added' ? words : 0), 0),
        restyled: all.filter(({ kind }) => kind === 'restyled').length,
      }
    },
  }
}

const tagOf = { added: 'ins', removed: 'del', restyled: 'span' } as const
