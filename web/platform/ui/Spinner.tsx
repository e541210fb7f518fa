/** An activity indicator; describe the activity in a text next to it. */
export function Spinner({ size = 16, label }: { size?: number; label?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className="shrink-0 animate-[ui-spin_0.8s_linear_infinite]"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" strokeWidth="1.7" opacity="0.22" />
      <path
        d="M8 1.8A6.2 6.2 0 0 1 14.2 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
      />
    </svg>
  )
}
