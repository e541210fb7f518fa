/**
 * A word, the characters between two words, or an inline element of a text block. Comparisons compare tokens.
 */
export interface TextToken {
  text: string
  /** The elements between the block and the text, outermost first. */
  marks: Element[]
  /** An inline element, such as a mention, picture or line break. Null for text. */
  element: Element | null
  isWord: boolean
}

const textNode = 3
const elementNode = 1

export function isElement(node: Node): node is Element {
  return node.nodeType === elementNode
}

// Segments words in all languages, including Chinese and Japanese, which do not separate words by spaces.
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export function textTokensOf(block: Element): TextToken[] {
  const tokens: TextToken[] = []
  collect(block, [], tokens)
  return tokens
}

function collect(node: Node, marks: Element[], tokens: TextToken[]): void {
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

/** Returns true for inline elements that are compared as a whole. */
function isWhole(element: Element): boolean {
  return (
    /^(MENTION-COMPONENT|TIME)$/.test(element.tagName) || element.getAttribute('data-type') === 'inline-math'
  )
}

export function countWordTokens(tokens: readonly TextToken[]): number {
  return tokens.filter(({ isWord }) => isWord).length
}

/**
 * Returns a key that is equal for elements with the same content. The ids of blocks and mentions are ignored.
 */
export function tokenKeyOf(element: Element): string {
  return element.outerHTML.replaceAll(/ (?:data-)?id="[^"]*"/g, '')
}

/** Returns the tag and the attributes of a block or mark without its content. */
export function tagAndAttributes(element: Element): string {
  const names = [...element.attributes].map(({ name }) => name).filter((name) => !/^(data-)?id$/.test(name))
  return [element.tagName, ...names.toSorted().map((name) => `${name}=${element.getAttribute(name)}`)].join(
    ' ',
  )
}
