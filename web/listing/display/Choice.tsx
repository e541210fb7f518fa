import { Select } from '../../ui/Select.tsx'

interface ChoiceProps<Value extends string> {
  label: string
  value: Value | null
  /** Null is a choice too, such as no groups. Nothing to choose from, and the line is not there. */
  options: readonly (Value | null)[]
  wordOf: (value: Value | null) => string
  onChange: (value: Value | null) => void
}

/** One line of the display menu. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  wordOf,
  onChange,
}: ChoiceProps<Value>) {
  if (options.length < 2) return null
  const name = (one: Value | null) => one ?? 'null'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_11rem] items-center gap-3">
      <span className="text-soft">{label}</span>
      <Select
        size="sm"
        label={label}
        value={name(value)}
        onChange={(chosen) => {
          const found = options.find((one) => name(one) === chosen)
          if (found !== undefined) onChange(found)
        }}
        options={options.map((one) => ({ value: name(one), label: wordOf(one) }))}
      />
    </div>
  )
}
