/** How many there are, quietly, after a name. */
export function Count({ value }: { value: number }) {
  return <span className="tabular font-medium text-faint">{value.toLocaleString()}</span>
}
