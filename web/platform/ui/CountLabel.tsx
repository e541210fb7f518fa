import { formatNumber } from '../../locales/formats.ts'

/** A count next to a name, in a muted color. */
export function CountLabel({ value }: { value: number }) {
  return <span className="tabular font-medium text-faint">{formatNumber(value)}</span>
}
