import { cx } from './cx.ts'

export interface LogoProps {
  /** If true, the rings are shown on a tile, as in the sidebar and on the sign-in screen. */
  tile?: boolean
  size?: number
  className?: string
}

/** Tandem's logo: two overlapping rings. */
export function Logo({ tile, size = 22, className }: LogoProps) {
  const rings = (
    <svg
      viewBox="0 0 16 16"
      width={tile ? size * 0.73 : size}
      height={tile ? size * 0.73 : size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden
    >
      <circle cx="5.4" cy="8" r="3.6" />
      <circle cx="10.6" cy="8" r="3.6" />
    </svg>
  )
  if (!tile) return <span className={cx('inline-flex text-accent', className)}>{rings}</span>
  return (
    <span
      className={cx('inline-grid shrink-0 place-items-center bg-accent text-on-accent', className)}
      style={{ width: size, height: size, borderRadius: size * 0.27 }}
    >
      {rings}
    </span>
  )
}
