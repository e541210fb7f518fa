/** A muted count next to a name. */
export function Count({ value }: { value: number }) {
  return <span className="tabular font-medium text-faint">{value.toLocaleString()}</span>
}
