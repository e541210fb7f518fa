import type { ColorName } from '#common/platform/colors.ts'

/** A letter that shows the text or background color. */
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
