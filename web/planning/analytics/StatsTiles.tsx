import { cx } from '../../platform/ui/cx.ts'

interface StatsTilesProps {
  label: string
  /** `value` is null while it is loading. */
  tiles: readonly { name: string; value: number | null }[]
}

/** A row of numbers with their names. */
export function StatsTiles({ label, tiles }: StatsTilesProps) {
  return (
    <dl
      aria-label={label}
      className={cx(
        'grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line',
        tiles.length % 4 === 0 ? 'sm:grid-cols-4' : 'sm:grid-cols-5',
      )}
    >
      {tiles.map(({ name, value }) => (
        <div key={name} className="flex flex-col gap-0.5 bg-sheet px-4 py-3 max-sm:last:odd:col-span-2">
          <dt className="truncate text-sm text-soft">{name}</dt>
          <dd className="text-xl font-strong tabular">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
