export const alignments = ['left', 'center', 'right'] as const
export type TextAlignment = (typeof alignments)[number]

/** Null for everything else. */
export function alignmentOf(value: unknown): TextAlignment | null {
  return alignments.find((each) => each === value) ?? null
}

/** Of an element, as the reference and other programs write it. Its style is read as it is written: not every DOM knows styles. */
export function alignmentIn(element: Element): TextAlignment | null {
  const written = /(?:^|;)\s*text-align:\s*([a-z]+)/i.exec(element.getAttribute('style') ?? '')?.[1]
  return alignmentOf((written ?? element.getAttribute('align'))?.toLowerCase())
}
