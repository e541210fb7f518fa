import { pictureId } from './pictures.ts'

/** Parse rule for a block that shows a file: `src` must be the file's id, otherwise the element is not such a block. */
export function elementsByTag(tag: string) {
  return [
    {
      tag: `${tag}[src]`,
      getAttrs: (element: HTMLElement) =>
        pictureId(element.getAttribute('src')) === null ? (false as const) : null,
    },
  ]
}

/**
 * Builds attributes from a function that parses and validates all attributes of an element. The node's `renderHTML` writes them,
 * so each is not rendered.
 */
export function attributesBy<Attributes>(parse: (element: HTMLElement) => Attributes) {
  return (of: (attributes: Attributes) => unknown) => ({
    default: null,
    rendered: false,
    parseHTML: (element: HTMLElement) => of(parse(element)),
  })
}
