export const textAlignments = ['left', 'center', 'right'] as const
export type TextAlignment = (typeof textAlignments)[number]

/** Returns the value if it is an alignment, otherwise null. */
export function parseTextAlignment(value: unknown): TextAlignment | null {
  return textAlignments.find((each) => each === value) ?? null
}

/**
 * Reads the alignment from the attributes that other programs write. The `style` attribute is parsed as text,
 * because some DOM implementations have no CSS parser. Returns null if the element has no valid alignment.
 */
export function textAlignmentOfElement(element: Element): TextAlignment | null {
  const written = /(?:^|;)\s*text-align:\s*([a-z]+)/i.exec(element.getAttribute('style') ?? '')?.[1]
  return parseTextAlignment((written ?? element.getAttribute('align'))?.toLowerCase())
}
