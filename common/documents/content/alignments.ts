export const alignments = ['left', 'center', 'right'] as const
export type TextAlignment = (typeof alignments)[number]

/** Returns the value if it is an alignment, otherwise null. */
export function alignmentOf(value: unknown): TextAlignment | null {
  return alignments.find((each) => each === value) ?? null
}

/**
 * Reads the alignment from the attributes that other programs write. The `style` attribute is parsed as text,
 * because some DOM implementations have no CSS parser.
 */
export function alignmentIn(element: Element): TextAlignment | null {
  const written = /(?:^|;)\s*text-align:\s*([a-z]+)/i.exec(element.getAttribute('style') ?? '')?.[1]
  return alignmentOf((written ?? element.getAttribute('align'))?.toLowerCase())
}
