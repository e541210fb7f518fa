/** A drawing of a tandem bicycle that carries work items. Wide screens show it beside the sign-in form. */
export function TandemDrawing() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 520 260"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="pointer-events-none fixed end-0 bottom-0 -z-1 w-[min(33vw,32rem)] max-lg:hidden print:hidden"
    >
      <circle cx="420" cy="70" r="34" fill="var(--warn-soft)" />
      <path d="M0 236C60 168 128 160 196 196S330 236 400 178s84-34 120-10v92H0Z" fill="var(--line)" />
      <path d="M0 236H520v24H0Z" fill="var(--canvas)" />
      <path d="M16 236H520" stroke="var(--line-strong)" strokeWidth="2" />
      <Luggage />
      <g stroke="var(--text-soft)" strokeWidth="4">
        <path d="M118 186 196 190H276L336 134" />
        <path d="M118 186 180 126 332 120" />
        <path d="M196 190 178 116M276 190 256 114M180 126 276 190" />
        <path d="M328 108 370 186" />
        <path d="M328 108q-4-14 12-16M258 120q4-22 22-22" strokeWidth="3.5" />
        <path d="M164 114h28M242 112h28" strokeWidth="7" />
      </g>
      <g stroke="var(--accent)" strokeWidth="6">
        <circle cx="118" cy="186" r="47" />
        <circle cx="370" cy="186" r="47" />
      </g>
      <g stroke="var(--text-soft)" strokeWidth="3" fill="var(--canvas)">
        <circle cx="118" cy="186" r="5" />
        <circle cx="370" cy="186" r="5" />
        <path d="M196 190l12 16m-5 0h10M276 190l12 16m-5 0h10" />
        <circle cx="196" cy="190" r="9" />
        <circle cx="276" cy="190" r="9" />
      </g>
    </svg>
  )
}

/** Three cards on the rack above the rear wheel. */
function Luggage() {
  return (
    <g strokeWidth="2">
      <path d="M84 134H158M100 134 114 170" stroke="var(--text-soft)" strokeWidth="3.5" />
      {cards.map(({ x, y, color }) => (
        <g key={color} transform={`translate(${x} ${y})`}>
          <rect width="62" height="22" rx="5" fill="var(--raised)" stroke="var(--line-strong)" />
          <circle cx="12" cy="11" r="4" fill={color} />
          <path d="M23 11h26" stroke="var(--line-strong)" strokeWidth="3" />
        </g>
      ))}
    </g>
  )
}

const cards = [
  { x: 90, y: 109, color: 'var(--state-started)' },
  { x: 84, y: 85, color: 'var(--state-completed)' },
  { x: 94, y: 61, color: 'var(--accent)' },
] as const
