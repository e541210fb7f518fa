/** Shows where a dragged card would be dropped. */
export function DropPlaceholder() {
  return (
    <div
      aria-hidden
      className="mb-1.75 h-9 rounded-md border-[1.5px] border-dashed border-accent bg-accent-soft"
    />
  )
}
