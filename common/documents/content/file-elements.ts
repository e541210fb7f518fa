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
 * Builds node attributes from a function that parses and validates all attributes of an element. The
 * `renderHTML` of the node writes all of them at once, so no attribute is rendered separately.
 */
export function attributeSpecsFromParser<Attributes>(parse: (element: HTMLElement) => Attributes) {
  return (of: (attributes: Attributes) => unknown) => ({
    default: null,
    rendered: false,
    parseHTML: (element: HTMLElement) => of(parse(element)),
  })
}
