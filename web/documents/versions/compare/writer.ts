import { type Token, wordsIn } from './tokens.ts'

/** What is marked. */
export type Kind = 'added' | 'removed' | 'restyled'

/** What is said before a mark to whoever does not see it. */
export type MarkWords = Record<Kind | 'movedHere' | 'movedAway', string>

interface Marked {
  kind: Kind
  element: HTMLElement
  text: string
  words: number
}

export interface Writer {
  /** The words in their marks. */
  plain(tokens: readonly Token[]): Node[]
  /** The same, marked; nothing for no words. */
  marked(kind: Kind, tokens: readonly Token[]): Node[]
  /** Marks a block that is another one now, or otherwise, with the same words. */
  restyled(block: Element): Element
  /** Marks something that is no text: around it, since whoever shows it makes another element of it. */
  around(kind: Kind, element: Element): Element
  /** Finds what was not removed but moved. To be called once, at the end. */
  settle(): WordCounts
}

/** Words. */
export interface WordCounts {
  added: number
  removed: number
  moved: number
  /** Places where the words are the same, and look or are otherwise: bold, a heading, done. */
  restyled: number
  /** Nothing is marked, not even a picture, which has no words. */
  isSame: boolean
}

/** A word or two stand again somewhere by chance. */
const leastMoved = 3

export function createWriter(document: Document, said: MarkWords): Writer {
  const all: Marked[] = []
  let isSame = true

  function plain(tokens: readonly Token[]): Node[] {
    const nodes: Node[] = []
    /** Elements that are open, with what they were made of. */
    let open: { mark: Element; made: Element }[] = []
    for (const { marks, text, element } of tokens) {
      const stays = open.findIndex(({ mark }, at) => mark !== marks[at])
      open = stays < 0 ? open.slice(0, marks.length) : open.slice(0, stays)
      for (const mark of marks.slice(open.length)) {
        const made = mark.cloneNode(false) as Element
        add(made)
        open.push({ mark, made })
      }
      add(element ? element.cloneNode(true) : document.createTextNode(text))
    }
    return nodes

    function add(node: Node): void {
      const within = open.at(-1)
      if (within) within.made.append(node)
      else nodes.push(node)
    }
  }

  function marked(kind: Kind, tokens: readonly Token[]): Node[] {
    if (tokens.length === 0) return []
    const element = document.createElement(tagOf[kind])
    element.append(...plain(tokens))
    const text = tokens.map((token) => token.text).join('')
    all.push({ kind, element, text: text.trim(), words: wordsIn(tokens) })
    say(element, kind)
    return [element]
  }

  function say(element: HTMLElement, kind: keyof MarkWords): void {
    element.dataset['change'] = kind
    const words = document.createElement('span')
    words.className = 'change-said'
    // By its own, it does not decide how the text around it is read.
    words.dir = 'auto'
    words.textContent = `${said[kind]} `
    element.querySelector('.change-said')?.remove()
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
        say(one.element, 'movedHere')
        say(from.element, 'movedAway')
      }
      const sum = (wanted: Kind) =>
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
