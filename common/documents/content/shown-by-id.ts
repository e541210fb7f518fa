import { pictureId } from './pictures.ts'

/** How a block that shows a file is read from HTML: `src` is the file's id, and without one it is no such block. */
export function elementsByTag(tag: string) {
  return [
    {
      tag: `${tag}[src]`,
      getAttrs: (element: HTMLElement) =>
        pictureId(element.getAttribute('src')) === null ? (false as const) : null,
    },
  ]
}

/** Its attributes are those that `parse` finds on the element, each checked there; what is rendered is said once for all of them. */
export function attributesBy<Attributes>(parse: (element: HTMLElement) => Attributes) {
  return (of: (attributes: Attributes) => unknown) => ({
    default: null,
    rendered: false,
    parseHTML: (element: HTMLElement) => of(parse(element)),
  })
}
