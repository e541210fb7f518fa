export const tokenKinds = [
  'keyword',
  'string',
  'number',
  'title',
  'type',
  'name',
  'comment',
  'deletion',
] as const

export type TokenKind = (typeof tokenKinds)[number]

/** A part of the code that has a single color. */
export interface CodeToken {
  from: number
  to: number
  kind: TokenKind
}

/**
 * Maps the class names of highlight.js to kinds of tokens. Parts with other class names have the default
 * color of code.
 */
const kinds: Record<string, TokenKind> = {
  keyword: 'keyword',
  doctag: 'keyword',
  'selector-pseudo': 'keyword',
  string: 'string',
  regexp: 'string',
  addition: 'string',
  char: 'string',
  code: 'string',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  title: 'title',
  section: 'title',
  link: 'title',
  type: 'type',
  built_in: 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  property: 'name',
  variable: 'name',
  'template-variable': 'name',
  'selector-tag': 'name',
  'selector-attr': 'name',
  comment: 'comment',
  quote: 'comment',
  meta: 'comment',
  deletion: 'deletion',
}

/**
 * Returns the tokens in the HTML output of highlight.js, in the order of the text. If elements are nested, the
 * innermost element with a known class name determines the kind of the token.
 */
export function tokensOfHtml(html: string): CodeToken[] {
  const tokens: CodeToken[] = []
  const open: (TokenKind | undefined)[] = []
  let at = 0
  for (const [part, className] of html.matchAll(/<span class="([^"]*)">|<\/span>|&#?\w+;|[^<&]+/g)) {
    if (className !== undefined) open.push(kindOfClass(className) ?? open.at(-1))
    else if (part === '</span>') open.pop()
    else {
      // An entity such as `&lt;` represents one character.
      const to = at + (part.startsWith('&') ? 1 : part.length)
      addToken(tokens, { from: at, to, kind: open.at(-1) })
      at = to
    }
  }
  return tokens
}

function kindOfClass(className: string): TokenKind | undefined {
  const [first = ''] = className.split(' ')
  return kinds[first.replace(/^hljs-/, '')]
}

function addToken(
  tokens: CodeToken[],
  { from, to, kind }: { from: number; to: number; kind: TokenKind | undefined },
) {
  const last = tokens.at(-1)
  if (kind === undefined) return
  if (last?.to === from && last.kind === kind) last.to = to
  else tokens.push({ from, to, kind })
}
