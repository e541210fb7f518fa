import { useMemo } from 'react'
import { encode } from 'uqr'

/** The code is dark on a light background in every theme, because scanners expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawQrCode(text), [text])
  return (
    <div data-theme="light" className="w-fit rounded-md border border-line bg-sheet p-2 text-text">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-40 fill-current"
      >
        <path d={path} />
      </svg>
    </div>
  )
}

function drawQrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 2, ecc: 'M' })
  const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: dots.join('') }
}
