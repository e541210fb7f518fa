type Matches = (this: Element, selector: string) => boolean

/**
 * Matches a CSS selector of one tag and at most one attribute. A selector that compares the value of an
 * attribute must name `entity_name` or a `data-…` attribute, because HTML compares the values of some other
 * attributes case-insensitively.
 */
const single = /^([a-z][a-z0-9-]*)(?:\[(?:([a-z][a-z_-]*)|(data-[a-z-]+|entity_name)="([^"\\]*)")\])?$/
/** Captures the tag of the last element in any other CSS selector. */
const last = /(?:^|[\s>+~])([a-z][a-z0-9-]*)(?:\[[^\]]*\])*$/

interface Compared {
  tag: string
  attribute: string | undefined
  value: string | undefined
  /**
   * True if comparing the tag and the attribute decides the match. Otherwise the full selector is evaluated
   * too.
   */
  isWhole: boolean
}

const compared = new Map<string, Compared | null>()

/**
 * Speeds up parsing. The schema checks every element against some forty selectors. linkedom compiles a selector
 * for each check, which took two thirds of the parse time. In most cases, it is sufficient to compare the tag
 * and the attribute, which is fast.
 */
export function withCachedSelectors(matches: Matches): Matches {
  return function (selector) {
    let known = compared.get(selector)
    if (known === undefined) {
      known = comparedBy(selector)
      compared.set(selector, known)
    }
    if (known === null) return matches.call(this, selector)
    if (this.localName !== known.tag) return false
    if (!known.isWhole) return matches.call(this, selector)
    if (known.attribute === undefined) return true
    const value = this.getAttribute(known.attribute)
    return known.value === undefined ? value !== null : value === known.value
  }
}

function comparedBy(selector: string): Compared | null {
  const [, tag, present, attribute, value] = single.exec(selector) ?? []
  if (tag !== undefined) return { tag, attribute: present ?? attribute, value, isWhole: true }
  const [, ending] = selector.includes(',') ? [] : (last.exec(selector) ?? [])
  return ending === undefined ? null : { tag: ending, attribute: undefined, value: undefined, isWhole: false }
}
