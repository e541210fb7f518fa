import type { ColorName } from '#common/platform/colors.ts'

/** A letter in the colour, or on it. */
export function ColorSwatch({ of, color }: { of: 'text' | 'background'; color: ColorName | null }) {
  return (
    <span
      aria-hidden
      className="document-swatch"
      {...(color !== null && { [of === 'text' ? 'data-text-color' : 'data-background-color']: color })}
    >
      A
    </span>
  )
}
