/** A word, what stands between two, or something that is no text, in a block of text. */
export interface Token {
  text: string
  /** Elements from the block to the text, the outermost first. */
  marks: Element[]
  /** What is shown that is no text: a mention, a picture, a line break. */
  element: Element | null
  isWord: boolean
}

const textNode = 3
const elementNode = 1

export function isElement(node: Node): node is Element {
  return node.nodeType === elementNode
}

// Words of whatever script: in Chinese and Japanese nothing stands between them.
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export function tokensOf(block: Element): Token[] {
  const tokens: Token[] = []
  collect(block, [], tokens)
  return tokens
}

function collect(node: Node, marks: Element[], tokens: Token[]): void {
  for (const child of node.childNodes) {
    if (child.nodeType === textNode)
      for (const { segment, isWordLike = false } of segmenter.segment(child.textContent ?? ''))
        tokens.push({ text: segment, marks, element: null, isWord: isWordLike })
    if (!isElement(child)) continue
    if (child.textContent === '' || isWhole(child))
      tokens.push({ text: `\ufffc${tokenKeyOf(child)}`, marks, element: child, isWord: true })
    else collect(child, [...marks, child], tokens)
  }
}

/** Shown as one, whatever stands in it. */
function isWhole(element: Element): boolean {
  return (
    /^(MENTION-COMPONENT|TIME)$/.test(element.tagName) || element.getAttribute('data-type') === 'inline-math'
  )
}

export function wordsIn(tokens: readonly Token[]): number {
  return tokens.filter(({ isWord }) => isWord).length
}

/** Two that have the same key say the same: ids that editors give to blocks and mentions say nothing. */
export function tokenKeyOf(element: Element): string {
  return element.outerHTML.replaceAll(/ (?:data-)?id="[^"]*"/g, '')
}

/** What a block or mark is but for its content. */
export function shellOf(element: Element): string {
  const names = [...element.attributes].map(({ name }) => name).filter((name) => !/^(data-)?id$/.test(name))
  return [element.tagName, ...names.toSorted().map((name) => `${name}=${element.getAttribute(name)}`)].join(
    ' ',
  )
}
