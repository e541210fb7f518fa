import { Parser } from 'htmlparser2'

export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

/**
 * Calls `use` for each element with this name, as soon as the element is complete. The parser resolves no entities that
 * a document defines itself and loads nothing, so a document cannot grow.
 */
export function readXmlElements(text: string, name: string, use: (element: XmlElement) => void): void {
  const open: XmlElement[] = []
  const parser = new Parser(
    {
      onopentag(tag, attributes) {
        if (open.length === 0 && tag !== name) return
        const element: XmlElement = { name: tag, attributes, children: [], text: '' }
        open.at(-1)?.children.push(element)
        open.push(element)
      },
      ontext(part) {
        const last = open.at(-1)
        if (last !== undefined) last.text += part
      },
      onclosetag() {
        const closed = open.pop()
        if (closed !== undefined && open.length === 0) use(closed)
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
}

export function childOf({ children }: XmlElement, name: string): XmlElement | undefined {
  return children.find((child) => child.name === name)
}

/** Returns the trimmed text of the first child with this name, or an empty string. */
export function textIn(element: XmlElement | undefined, name: string): string {
  return element === undefined ? '' : (childOf(element, name)?.text.trim() ?? '')
}

/** Returns the children with the last name below the children with the names before. */
export function childrenAt(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  )
}
