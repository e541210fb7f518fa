import { parsePictureId } from './pictures.ts'

/**
 * Returns the parse rule for a block that shows a file. Its `src` must be the id of a file; other elements do
 * not match.
 */
export function fileElementParseRule(tag: string) {
  return [
    {
      tag: `${tag}[src]`,
      getAttrs: (element: HTMLElement) =>
        parsePictureId(element.getAttribute('src')) === null ? (false as const) : null,
    },
  ]
}

/**
 * Returns a function that defines one attribute of a node. `parse` reads and validates all attributes of an
 * element, and `of` selects one of them. The `renderHTML` of the node writes all attributes at once, so no
 * attribute is rendered separately.
 */
export function attributeSpecsFromParser<Attributes>(parse: (element: HTMLElement) => Attributes) {
  return (of: (attributes: Attributes) => unknown) => ({
    default: null,
    rendered: false,
    parseHTML: (element: HTMLElement) => of(parse(element)),
  })
}
