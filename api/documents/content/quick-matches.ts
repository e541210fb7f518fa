type Matches = (this: Element, selector: string) => boolean

/** A selector of one tag, with at most one attribute. Values of other attributes may be compared without regard to case. */
const single = /^([a-z][a-z0-9-]*)(?:\[(?:([a-z][a-z_-]*)|(data-[a-z-]+|entity_name)="([^"\\]*)")\])?$/
/** The tag of the last element of any other selector. */
const last = /(?:^|[\s>+~])([a-z][a-z0-9-]*)(?:\[[^\]]*\])*$/

interface Compared {
  tag: string
  attribute: string | undefined
  value: string | undefined
  /** False where the tag alone does not decide it. */
  isWhole: boolean
}

const compared = new Map<string, Compared | null>()

/**
 * The schema's rules ask every element whether it matches some forty selectors, and linkedom compiles each selector every time, which takes two
 * thirds of the time of reading HTML. Most selectors name a tag that the element does not have, or ask for one attribute of it.
 */
export function quickly(matches: Matches): Matches {
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
