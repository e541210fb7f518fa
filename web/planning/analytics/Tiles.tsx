interface TilesProps {
  label: string
  /** A null value is still loading. */
  tiles: readonly { name: string; value: number | null }[]
}

/** A row of figures with their names. */
export function Tiles({ label, tiles }: TilesProps) {
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4"
    >
      {tiles.map(({ name, value }) => (
        <div key={name} className="flex flex-col gap-0.5 bg-sheet px-4 py-3">
          <dt className="truncate text-sm text-soft">{name}</dt>
          <dd className="text-xl font-strong tabular">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
